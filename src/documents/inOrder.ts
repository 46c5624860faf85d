import type { Publication } from './publication';

const by =
  <Item>(key: (item: Item) => string) =>
  (one: Item, other: Item): number =>
    // Code units, not a locale's order: the same on every machine.
    key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0;

/** The publication in an order of its own, whatever order its files were read in. */
export function inOrder(publication: Publication): Publication {
  const { resources, fixtures } = publication;
  return {
    ...publication,
    resources: resources.toSorted(by(({ name }) => name)),
    fixtures: fixtures.toSorted(by(({ name, operation }) => `${operation}\n${name}`)),
  };
}
