// The house's sounds, made when they are heard.
import { at, on } from "./dom.js";

/** @type {Texts} */
const SOUNDS = JSON.parse(at("sounds")?.textContent ?? "{}");

const [BAR, BASS] = [4000, [131, 110, 87, 98]]; // ms, and the lowest tone of each bar in Hz

/** @type {AudioContext | undefined} */
let room;
let [bar, over] = [0, false];

// A browser lets a page sound only after somebody has touched it.
for (const gesture of ["pointerup", "keydown"])
  addEventListener(gesture, () => (room ??= window.AudioContext && new AudioContext()), { once: true, capture: true });

/** A bar of music, until the match is over. */
export function strum() {
  if (over || document.hidden || !on("music", false)) return;
  const bass = BASS[bar % 4];
  sing([1, 2, 3, 4, [6, 4.5, 8][bar++ % 3]].map((times, n) => `sine ${n * 0.7} 4 .06 ${bass * times}`).join(", "));
}
setInterval(strum, BAR);

/** Let something be heard. */
export function play(name = "") {
  if (name === "end") over = true;
  sing(SOUNDS[name]);
}

function sing(tones = "") {
  if (!room || !on("sound")) return;
  for (const tone of tones.split(", ")) {
    const [kind, ...numbers] = tone.split(" ");
    const [start, length, loud, from, to = from] = numbers.map(Number);
    const [begin, end] = [room.currentTime + start, room.currentTime + start + length];
    const source = kind === "noise" ? noise(room) : new OscillatorNode(room, { type: /** @type {OscillatorType} */ (kind) });
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

/** @param {AudioContext} room */
function noise(room) {
  const buffer = room.createBuffer(1, room.sampleRate, room.sampleRate);
  const wave = buffer.getChannelData(0);
  wave.forEach((_, i) => (wave[i] = Math.random() * 2 - 1));
  return new AudioBufferSourceNode(room, { buffer });
}
