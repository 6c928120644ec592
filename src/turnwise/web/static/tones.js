// Sounds are made of tones when they are heard.

const room = new AudioContext();

/** Tones: kind, start, length, loudness, pitch, and the last pitch. */
export function sing(tones = "") {
  for (const tone of tones.split(", ")) {
    const [kind, ...numbers] = tone.split(" ");
    const [start, length, loud, from, to = from] = numbers.map(Number);
    const [begin, end] = [room.currentTime + start, room.currentTime + start + length];
    const source = kind === "noise" ? noise() : new OscillatorNode(room, { type: /** @type {OscillatorType} */ (kind) });
    const band = new BiquadFilterNode(room, { type: "bandpass" });
    const volume = new GainNode(room, { gain: 0 });
    for (const pitch of [band.frequency, ...(source instanceof OscillatorNode ? [source.frequency] : [])]) {
      pitch.setValueAtTime(from, begin);
      pitch.exponentialRampToValueAtTime(to, end);
    }
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(loud, begin + length / 8);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    source.connect(band).connect(volume).connect(room.destination);
    source.start(begin);
    source.stop(end);
  }
}

function noise() {
  const buffer = room.createBuffer(1, room.sampleRate, room.sampleRate);
  const wave = buffer.getChannelData(0);
  wave.forEach((_, i) => (wave[i] = Math.random() * 2 - 1));
  return new AudioBufferSourceNode(room, { buffer });
}
