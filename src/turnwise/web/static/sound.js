// Sounds of our own, made when they are heard. Each is a few tones: when, how long, from and to how many Hz, how loud, and of what.

/** @type {Record<string, [number, number, number, number, number, OscillatorType | "noise"][]>} */
const SOUNDS = {
  dice: [0, 0.07, 0.13, 0.22, 0.34].map((at, i) => [at, 0.05, 1500 - 130 * i, 700, 0.5 - 0.05 * i, "noise"]),
  step: [[0, 0.09, 330, 220, 0.35, "triangle"]],
  card: [[0, 0.09, 2600, 900, 0.3, "noise"]],
  shuffle: [0, 0.06, 0.12, 0.18, 0.24, 0.3].map((at, i) => [at, 0.07, 1800 + 200 * (i % 3), 1000, 0.22, "noise"]),
  collect: [[0, 0.1, 880, 880, 0.2, "sine"], [0.08, 0.1, 1175, 1175, 0.2, "sine"], [0.16, 0.3, 1760, 1760, 0.2, "sine"]],
  lose: [[0, 0.18, 392, 370, 0.25, "triangle"], [0.16, 0.35, 311, 262, 0.25, "triangle"]],
  calm: [[0, 1.2, 262, 262, 0.16, "sine"], [0.1, 1.2, 330, 330, 0.12, "sine"], [0.2, 1.3, 392, 392, 0.12, "sine"]],
  gate: [[0, 0.9, 180, 720, 0.2, "sine"], [0.1, 0.9, 270, 1080, 0.12, "triangle"], [0, 0.8, 400, 3000, 0.08, "noise"]],
  glory: [523, 659, 784, 1047].map((tone, i) => [i * 0.11, i < 3 ? 0.2 : 0.8, tone, tone, 0.22, "triangle"]),
  vote: [[0, 0.06, 700, 500, 0.3, "square"], [0.14, 0.06, 700, 500, 0.2, "square"]],
  right: [[0, 0.14, 659, 659, 0.22, "sine"], [0.12, 0.35, 988, 988, 0.22, "sine"]],
  wrong: [[0, 0.3, 196, 165, 0.25, "triangle"], [0, 0.3, 208, 175, 0.15, "triangle"]],
  turn: [[0, 0.15, 587, 587, 0.2, "sine"], [0.13, 0.4, 880, 880, 0.2, "sine"]],
  refused: [[0, 0.12, 220, 180, 0.2, "triangle"]],
  end: [392, 523, 659, 784].map((tone, i) => [i * 0.16, i < 3 ? 0.25 : 1, tone, tone, 0.2, "triangle"]),
  talk: [[0, 0.07, 1047, 1319, 0.12, "sine"]],
};

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** Browsers let a page sound only after somebody has touched it. */
function wake() {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
}
for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake, { once: true, capture: true });

/** Whether sounds are heard; given a choice, it is kept. @param {boolean} [on] */
export function sounds(on) {
  if (on !== undefined) localStorage.setItem("sound", on ? "on" : "off");
  return localStorage.getItem("sound") !== "off";
}

/** @param {AudioContext} room */
function noise(room) {
  if (!hiss) {
    hiss = room.createBuffer(1, room.sampleRate, room.sampleRate);
    const wave = hiss.getChannelData(0);
    for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  }
  return new AudioBufferSourceNode(room, { buffer: hiss, loop: true });
}

/** Let something be heard; nothing if the page may not, or is in the background for long. @param {string} name */
export function play(name) {
  if (!context || context.state !== "running" || !sounds()) return;
  for (const [at, length, from, to, loud, kind] of SOUNDS[name] ?? []) {
    const begin = context.currentTime + at;
    const end = begin + length;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + Math.min(0.015, length / 4));
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    /** @type {AudioScheduledSourceNode} */
    let source;
    /** @type {AudioParam} */
    let pitch;
    if (kind === "noise") {
      const band = new BiquadFilterNode(context, { type: "bandpass", Q: 1.5 });
      source = noise(context);
      source.connect(band).connect(gain);
      pitch = band.frequency;
    } else {
      const tone = new OscillatorNode(context, { type: kind });
      source = tone;
      source.connect(gain);
      pitch = tone.frequency;
    }
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
    gain.connect(context.destination);
    source.start(begin);
    source.stop(end);
  }
}
