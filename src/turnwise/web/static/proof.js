// Proof of work, as house/people/proofs.py asks for it.
import { banner } from "./api.js";
import { at, pause } from "./dom.js";

// What SHA-256 begins with: the fractions of roots of the first 64 primes.
const primes = [...Array(312).keys()].filter((n) => n > 1 && [...Array(18).keys()].every((k) => k < 2 || k >= n || n % k));
const fraction = (/** @type {number} */ root) => ((root % 1) * 2 ** 32) | 0;
const K = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const [A, B, C, D, E, F, G, H] = primes.map((p) => fraction(Math.sqrt(p)));
const W = new Int32Array(64);

/** The first 32 bits of the SHA-256 of the one block whose words stand in W. */
function head() {
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15], y = W[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = W[i - 16] + s0 + W[i - 7] + s1;
  }
  let a = A, b = B, c = C, d = D, e = E, f = F, g = G, h = H;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + A) | 0;
}

/** Find an answer to a challenge; the page stays awake. */
export async function prove({ challenge = "" }) {
  banner(at("banner").dataset.proof, true);
  const answer = await found(challenge);
  banner();
  return { challenge, answer };
}

async function found(challenge = "") {
  const text = new TextEncoder().encode(`${challenge}:0000000000`), size = text.length, block = new Uint8Array(64);
  block.set([...text, 128]);
  const words = new DataView(block.buffer);
  words.setUint16(62, size * 8);
  for (;;) {
    for (const until = performance.now() + 30; performance.now() < until; )
      for (let tries = 0; tries < 500; tries++) {
        let digit = size - 1;
        while (++block[digit] > 57) block[digit--] = 48; // the next number, in decimal
        for (let i = 0; i < 16; i++) W[i] = words.getInt32(4 * i);
        if (Math.clz32(head()) >= parseInt(challenge)) return new TextDecoder().decode(block.subarray(size - 10, size));
      }
    await pause();
  }
}
