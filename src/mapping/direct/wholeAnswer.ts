import { type JsonSource, OPEN_OBJECT } from './jsonSource';

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
    const isRead = source.isPlain() && source.skipAll(OPEN_OBJECT, scanMember, this);
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
