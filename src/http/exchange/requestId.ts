import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Random bytes of some ids to come. */
const random = Buffer.alloc(BYTES * 256);
const digits = Buffer.from('0123456789abcdef');
const DASH = 45;
const text = Buffer.alloc(36, DASH);
/** Places of the first digit of each byte (RFC 9562 4). */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** Bytes whose upper bits are the version, 4, and the variant. */
const [VERSION_AT, VARIANT_AT] = [6, 8];
let next = random.length;

/** Makes a random UUID (RFC 9562 5.4) for a request; `crypto.randomUUID` makes ten times as many bytes of garbage. */
export function makeRequestId(): string {
  if (next === random.length) {
    randomFillSync(random);
    next = 0;
  }
  random[next + VERSION_AT] = ((random[next + VERSION_AT] ?? 0) & 0x0f) | 0x40;
  random[next + VARIANT_AT] = ((random[next + VARIANT_AT] ?? 0) & 0x3f) | 0x80;
  for (let at = 0; at < BYTES; at += 1) {
    const byte = random[next + at] ?? 0;
    const place = places[at] ?? 0;
    text[place] = digits[byte >> 4] ?? 0;
    text[place + 1] = digits[byte & 0x0f] ?? 0;
  }
  next += BYTES;
  return text.toString('latin1');
}
