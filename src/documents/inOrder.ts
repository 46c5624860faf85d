import type { Publication } from './publication';

/** Below zero when `one` comes first; by code units, which are the same on every machine, not by a locale. */
const compare = <Key extends string | number>(one: Key, other: Key): number =>
  one < other ? -1 : one > other ? 1 : 0;

const fileOf = (place: string): string => place.replace(/:\d+$/, '');
const lineOf = (place: string): number => Number(/\d+$/.exec(place)?.[0] ?? 0);

/** The publication in an order of its own, whatever order its files were read in; what drifted is no example. */
export function inOrder(publication: Publication): Publication {
  const { resources, fixtures } = publication;
  return {
    ...publication,
    resources: resources.toSorted((one, other) => compare(one.name, other.name)),
    fixtures: fixtures
      .filter(({ drift }) => drift === undefined)
      .toSorted(
        ({ place: one }, { place: other }) =>
          compare(fileOf(one), fileOf(other)) || compare(lineOf(one), lineOf(other)),
      ),
  };
}
