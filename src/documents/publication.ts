import type { Fixture } from '../mapping/yaml/fixtureFile';
import type { Operation } from '../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../mapping/compile/resolveFile';

/** A way in which an operation can end badly, as the gateway's table has it. */
export interface DocumentedProblem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** All that the documents are made of: nothing else goes in, so the same publication gives the same bytes. */
export interface Publication {
  readonly resources: readonly ResolvedResource[];
  /** Examples are taken from these. */
  readonly fixtures: readonly Fixture[];
  /** Names the mapping texts that the documents describe. */
  readonly hash: string;
  /** The version of Lifeboat. */
  readonly version: string;
  readonly problemsOf: (operation: Operation) => readonly DocumentedProblem[];
}

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

const split = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `currency-offer` as a type name: `CurrencyOffer`. */
export const typeName = (name: string): string => split(name).map(capital).join('');

/** `updateCurrencyOffer` as a heading: `Update currency offer`. */
export const heading = (name: string): string => capital(split(name).join(' '));

/** `currency-offer` within a sentence: `currency offer`. */
export const spokenWords = (name: string): string => split(name).join(' ');

/** A text as an anchor or a member name: `reads-an-offer`. */
export const slug = (text: string): string => split(text).filter(Boolean).join('-');
