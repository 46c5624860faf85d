import type { JsonSource } from './jsonSource';

const NONE = new Uint8Array();

/** The names of an object's members, in their order, each once. */
export class Names {
  readonly all: string[] = [];
  /** Each as it is written, with quotes and colon. */
  private readonly written: Uint8Array[] = [];
  private readonly indexes = new Map<string, number>();
  /** Those that were last asked for as omitted, and for each name if it is one of them. */
  private omitted: ReadonlySet<string> | undefined = undefined;
  private are: readonly boolean[] = [];

  /** The first so many of them, to which others may be added. */
  first(count: number): Names {
    const names = new Names();
    for (let index = 0; index < count; index += 1)
      names.add(this.all[index] ?? '', this.written[index] ?? NONE);
    return names;
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
    if (this.omitted !== omitted) this.are = this.all.map((name) => omitted.has(name));
    this.omitted = omitted;
    return this.are;
  }
}

/**
 * Objects with the same names in the same order have one shape. The objects of an upstream are mostly of few. Only names
 * are remembered, of whomever the objects were; they are compared, and never written.
 */
const MOST_SHAPES = 8;
/** Names of more members are found anew for each object. */
const MOST_NAMES = 256;

let shapes: readonly [Names, ...Names[]] = [new Names()];

/** The remembered shapes, the latest first; there is always one. */
export const knownShapes = (): typeof shapes => shapes;

/** Remembers the shape of an object for the next one. */
export function remember(names: Names): void {
  if (shapes[0] === names || names.all.length > MOST_NAMES) return;
  shapes = [names, ...shapes.filter((one) => one !== names).slice(0, MOST_SHAPES - 1)];
}
