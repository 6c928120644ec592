// Sounds of our own, made when they are heard. Each is some tones: what of, when, how long, from and to how many Hz, how loud.

/** @type {Record<string, string>} */
const SOUNDS = {
  dice: "noise 0 .05 1500 700 .5, noise .07 .05 1370 700 .45, noise .14 .05 1250 700 .4, noise .24 .06 1100 600 .35",
  step: "triangle 0 .09 330 220 .35",
  card: "noise 0 .09 2600 900 .3",
  shuffle: "noise 0 .07 1800 1000 .2, noise .07 .07 2100 1000 .2, noise .14 .07 1900 1000 .2, noise .21 .09 2200 900 .2",
  collect: "sine 0 .1 880 880 .2, sine .08 .1 1175 1175 .2, sine .16 .3 1760 1760 .2",
  lose: "triangle 0 .18 392 370 .25, triangle .16 .35 311 262 .25",
  calm: "sine 0 1.2 262 262 .16, sine .1 1.2 330 330 .12, sine .2 1.3 392 392 .12",
  gate: "sine 0 .9 180 720 .2, triangle .1 .9 270 1080 .12, noise 0 .8 400 3000 .08",
  glory: "triangle 0 .2 523 523 .2, triangle .11 .2 659 659 .2, triangle .22 .2 784 784 .2, triangle .33 .8 1047 1047 .2",
  vote: "square 0 .06 700 500 .15, square .14 .06 700 500 .1",
  right: "sine 0 .14 659 659 .2, sine .12 .35 988 988 .2",
  wrong: "triangle 0 .3 196 165 .25, triangle 0 .3 208 175 .15",
  turn: "sine 0 .15 587 587 .2, sine .13 .4 880 880 .2",
  refused: "triangle 0 .12 220 180 .2",
  end: "triangle 0 .25 392 392 .2, triangle .16 .25 523 523 .2, triangle .32 .25 659 659 .2, triangle .48 1 784 784 .2",
  talk: "sine 0 .07 1047 1319 .12",
};

/** @type {AudioContext | null} */
let room = null;

// A browser lets a page sound only after somebody has touched it.
for (const gesture of ["pointerup", "keydown"])
  addEventListener(gesture, () => (room ??= window.AudioContext ? new AudioContext() : null), { once: true, capture: true });

/** Whether sounds are on; given a choice, it is kept. @param {boolean} [on] */
export function sounds(on) {
  if (on !== undefined) localStorage.setItem("sound", on ? "on" : "off");
  return localStorage.getItem("sound") !== "off";
}

/** Let something be heard. @param {string} name */
export function play(name) {
  if (!room || !sounds()) return;
  for (const tone of SOUNDS[name]?.split(", ") ?? []) {
    const [kind, ...numbers] = tone.split(" ");
    const [at, length, from, to, loud] = numbers.map(Number);
    const [begin, end] = [room.currentTime + at, room.currentTime + at + length];
    const gain = new GainNode(room, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + length / 8);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(room.destination);
    const source = kind === "noise" ? noise(room) : new OscillatorNode(room, { type: /** @type {OscillatorType} */ (kind) });
    const filter = new BiquadFilterNode(room, { type: kind === "noise" ? "bandpass" : "allpass" });
    const pitch = source instanceof OscillatorNode ? source.frequency : filter.frequency;
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
    source.connect(filter).connect(gain);
    source.start(begin);
    source.stop(end);
  }
}

/** @param {AudioContext} room */
function noise(room) {
  const buffer = room.createBuffer(1, room.sampleRate, room.sampleRate);
  const wave = buffer.getChannelData(0);
  wave.forEach((_, i) => (wave[i] = Math.random() * 2 - 1));
  return new AudioBufferSourceNode(room, { buffer });
}
