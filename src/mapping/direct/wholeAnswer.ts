import { type JsonSource, OPEN_OBJECT } from './jsonSource';

// oxlint-disable-next-line no-control-regex -- a JSON text without line breaks has none of these (RFC 8259 7)
const controls = /[\0-\x1f]/;
/** Bytes from which on four are looked at together, in half of the time: a view of them costs as much as a few. */
const MANY = 1_024;

/** A function of its own: V8 compiles a long loop before it knows what follows it, and again each time. */
function hasControlWord(words: Uint32Array): boolean {
  // Of each byte the first that is no control character, and its highest bit. Outside they would be no constants to V8.
  const firstPlain = 0x20_20_20_20;
  const highest = 0x80_80_80_80;
  // oxlint-disable-next-line typescript/prefer-for-of -- it takes three times as long
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    if (((word - firstPlain) & ~word & highest) !== 0) return true;
  }
  return false;
}

/** True if a control character is among the bytes, of which `text` has a character each. */
export function hasControl(bytes: Buffer, text: string): boolean {
  const { buffer, byteOffset, length } = bytes;
  if (length < MANY) return controls.test(text);
  const start = -byteOffset & 3;
  const count = (length - start) >> 2;
  if (hasControlWord(new Uint32Array(buffer, byteOffset + start, count))) return true;
  return controls.test(text.slice(0, start)) || controls.test(text.slice(start + count * 4));
}

/** True if there is nothing in a text that only a parser should read. */
export const isPlain = ({ bytes, text }: JsonSource): boolean => !hasControl(bytes, text);

/** Goes over what stands at the position of a source; false where it is not plain. */
type Read = (source: JsonSource) => boolean;

/** A member of a whole answer that is read. */
interface Part {
  /** The name and the colon behind it. */
  readonly name: Uint8Array;
  readonly read: Read;
}

/** The resource, or the resources of a page. */
export const DATA = Buffer.from('"data":');
/** The paging of a list. */
export const META = Buffer.from('"meta":');

/** A whole answer, in which each part is once; nothing is made of its other members. */
export class Whole {
  /** One bit for each part. */
  private seen = 0;

  constructor(private readonly parts: readonly Part[]) {}

  /** Goes over a whole answer. */
  scan(source: JsonSource): boolean {
    this.seen = 0;
    const isRead = isPlain(source) && source.skipAll(OPEN_OBJECT, scanMember, this);
    return isRead && source.at === source.text.length && this.seen === (1 << this.parts.length) - 1;
  }

  member(source: JsonSource): boolean {
    let bit = 1;
    for (const { name, read } of this.parts) {
      if (source.skipWord(name)) {
        const isFirst = (this.seen & bit) === 0;
        this.seen |= bit;
        return isFirst && read(source);
      }
      bit <<= 1;
    }
    return source.skipName() && source.skipValue();
  }
}

const scanMember = (source: JsonSource, whole: Whole): boolean => whole.member(source);
