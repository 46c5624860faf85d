import { createHmac } from 'node:crypto';
import type { Field } from '../contract/field';
import { secretNames } from '../contract/secretNames';

/** What may be kept of what was compared. */
export interface Privacy {
  /** True where nothing of a value may be kept, not even its length. */
  readonly isSecret: (path: string) => boolean;
  /** True where values may be kept as they are. */
  readonly mayKeep: (path: string) => boolean;
  /** Equal values, equal hashes; nobody without the secret can try values out. */
  readonly hash: (text: string) => string;
}

export interface PrivacyOptions {
  /** Keys the hashes. */
  readonly secret: string | Buffer;
  /** What v1 and v2 promise: it says which members are secret, and which hold one of a few known words. */
  readonly contracts: Iterable<Field>;
  /** Paths whose values the operator wants to see; `*` stands for one step. */
  readonly kept: readonly string[];
}

const HASH_DIGITS = 16;

/** The steps of a path that have names: elements of arrays and keys of maps have none. */
const namesOf = (path: string): readonly string[] => path.split(/[.[\]{}]+/).filter((name) => name !== '');

function fits(pattern: readonly string[], names: readonly string[]): boolean {
  return pattern.length === names.length && pattern.every((step, at) => step === '*' || step === names[at]);
}

/** The members that can only be true, false, or a word that the contract knows: they say nothing about anybody. */
const plainNames = (contracts: Iterable<Field>): ReadonlySet<string> =>
  new Set(
    [...contracts].flatMap((contract) =>
      contract.kind === 'object'
        ? [...contract.members].flatMap(([name, member]) =>
            member.kind === 'boolean' || (member.kind === 'text' && member.known !== undefined) ? [name] : [],
          )
        : [],
    ),
  );

/**
 * Private unless said otherwise: values are hashed, but those of known words and of the paths that the operator names.
 * A secret stays one whatever the operator names.
 */
export function createPrivacy({ secret, contracts, kept }: PrivacyOptions): Privacy {
  const all = [...contracts];
  const secrets = secretNames(all);
  const plain = plainNames(all);
  const patterns = kept.map(namesOf);
  const isSecret = (path: string): boolean => namesOf(path).some((name) => secrets.has(name));
  const isPlain = (names: readonly string[]): boolean =>
    names.at(-2) === 'attributes' && plain.has(names.at(-1) ?? '');
  return {
    isSecret,
    mayKeep: (path) => {
      const names = namesOf(path);
      if (names.some((name) => secrets.has(name))) return false;
      return isPlain(names) || patterns.some((pattern) => fits(pattern, names));
    },
    hash: (text) => createHmac('sha256', secret).update(text).digest('hex').slice(0, HASH_DIGITS),
  };
}
