/** Values by the names of their labels. */
export type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** What is kept for each combination of label values. */
export interface Labelled<Label extends string, Kept> {
  /** What stands under these values, in the order of the labels; made when they are new. */
  readonly of: (values: readonly string[]) => Kept;
  readonly all: () => readonly { readonly labels: Labels<Label>; readonly kept: Kept }[];
}

interface Entry<Label extends string, Kept> {
  readonly values: readonly string[];
  readonly labels: Labels<Label>;
  readonly kept: Kept;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((value, index) => value === others[index]);

const named = <Label extends string>(names: readonly Label[], values: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as Labels<Label>;

/**
 * Finds by comparing: prom-client puts a key together out of all names and values, for each observation, and has it
 * hashed. There is a handful of entries under one first value.
 */
export function createLabelled<Label extends string, Kept>(
  names: readonly Label[],
  make: () => Kept,
): Labelled<Label, Kept> {
  const byFirst = new Map<string, Entry<Label, Kept>[]>();
  return {
    of: (values) => {
      const [first = ''] = values;
      const some = byFirst.get(first) ?? [];
      for (const entry of some) if (isSame(entry.values, values)) return entry.kept;
      const kept = make();
      some.push({ values, labels: named(names, values), kept });
      byFirst.set(first, some);
      return kept;
    },
    all: () => [...byFirst.values()].flat(),
  };
}
