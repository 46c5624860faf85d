import { nameWords, withCapital } from '../contract/field';
import type { Fixture } from '../mapping/yaml/fixtureFile';
import type { Profile } from '../mapping/profile/profileFile';
import type { PairWire } from '../mapping/profile/wire';
import type { Operation } from '../mapping/compile/compiledOperation';
import type { ResolvedResource } from '../mapping/compile/resolveFile';

/** One row of the gateway's table of problems. */
export interface DocumentedProblem {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** The only input of the documents: the same publication always gives the same bytes. */
export interface Publication {
  readonly resources: readonly ResolvedResource[];
  /** Source of the examples. */
  readonly fixtures: readonly Fixture[];
  /** Hash of the mapping texts that the documents describe. */
  readonly hash: string;
  /** The version of Lifeboat. */
  readonly version: string;
  readonly profile: Profile;
  readonly wire: PairWire;
  readonly problemsOf: (operation: Operation) => readonly DocumentedProblem[];
}

/** Compares for `sort` by code units, which give the same order on every machine. A locale would not. */
const compareKeys = <Key extends string | number>(key1: Key, key2: Key): number =>
  key1 < key2 ? -1 : key1 > key2 ? 1 : 0;

const fileOf = (linePlace: string): string => linePlace.replace(/:\d+$/, '');
const lineOf = (linePlace: string): number => Number(/\d+$/.exec(linePlace)?.[0] ?? 0);

/** Sorts the publication, so the order in which files were read does not matter. Drifted fixtures are no examples. */
export function sortPublication(publication: Publication): Publication {
  const { resources, fixtures } = publication;
  return {
    ...publication,
    resources: resources.toSorted((resource1, resource2) => compareKeys(resource1.name, resource2.name)),
    fixtures: fixtures
      .filter(({ drift }) => drift === undefined)
      .toSorted(
        ({ place: place1 }, { place: place2 }) =>
          compareKeys(fileOf(place1), fileOf(place2)) || compareKeys(lineOf(place1), lineOf(place2)),
      ),
  };
}

/** Turns `currency-offer` into a type name: `CurrencyOffer`. */
export const typeName = (name: string): string => nameWords(name).map(withCapital).join('');

/** Turns `updateCurrencyOffer` into a heading: `Update currency offer`. */
export const heading = (name: string): string => withCapital(nameWords(name).join(' '));

/** Turns `currency-offer` into words of a sentence: `currency offer`. */
export const spokenWords = (name: string): string => nameWords(name).join(' ');

/** Turns a text into an anchor or a member name: `reads-an-offer`. */
export const slug = (text: string): string => nameWords(text).filter(Boolean).join('-');
