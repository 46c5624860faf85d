import type { JsonSource } from './jsonSource';

const NONE = new Uint8Array();

/** The names of an object's members, in their order, each once. */
export class Names {
  readonly all: string[] = [];
  /** Each as it is written, with quotes and colon. */
  private readonly written: Uint8Array[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly omitted = new WeakMap<ReadonlySet<string>, readonly boolean[]>();

  /** Takes so many over from others. */
  begin(count: number, { all, written }: Names): this {
    for (let index = 0; index < count; index += 1) this.add(all[index] ?? '', written[index] ?? NONE);
    return this;
  }

  /** False for a name that is there. */
  add(name: string, written: Uint8Array): boolean {
    if (this.indexes.has(name)) return false;
    this.indexes.set(name, this.all.length);
    this.all.push(name);
    this.written.push(written);
    return true;
  }

  /** Goes over a name that stands where this one of them is expected. */
  skip(source: JsonSource, index: number): boolean {
    const expected = this.written[index];
    return expected !== undefined && source.skipWord(expected);
  }

  beginsLike(others: Names, count: number): boolean {
    for (let index = 0; index < count; index += 1) if (this.all[index] !== others.all[index]) return false;
    return true;
  }

  indexOf(name: string): number | undefined {
    return this.indexes.get(name);
  }

  /** True for each that is omitted; asked when all names are known. */
  areOmitted(omitted: ReadonlySet<string>): readonly boolean[] {
    const known = this.omitted.get(omitted);
    if (known !== undefined) return known;
    const are = this.all.map((name) => omitted.has(name));
    this.omitted.set(omitted, are);
    return are;
  }
}

/** The first so many of others. */
export const firstNames = (count: number, others: Names): Names => new Names().begin(count, others);

/** Names of so many kinds of objects are remembered: the objects of an upstream are mostly of few, each in one order. */
const MOST_KINDS = 8;

let kinds: readonly [Names, ...Names[]] = [new Names()];

/** The remembered names, the latest first; there are always some. */
export const knownNames = (): typeof kinds => kinds;

/** Remembers the names of an object for the next one. */
export function remember(names: Names): void {
  if (kinds[0] === names) return;
  kinds = [names, ...kinds.filter((one) => one !== names).slice(0, MOST_KINDS - 1)];
}
