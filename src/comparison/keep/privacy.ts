import { createHmac } from 'node:crypto';
import type { Field } from '../../contract/field';
import { secretNames } from '../../contract/secretNames';
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { readJson, writeJson } from '../../mapping/translate/exactJson';
import type { Relation } from '../compare/difference';

/** What may be kept of what was compared. */
export interface Privacy {
  /** True where nothing of a value may be kept, not even its length. */
  readonly isSecret: (path: string) => boolean;
  /** True where values may be kept as they are. */
  readonly mayKeep: (path: string) => boolean;
  /** Equal values, equal hashes; nobody without the secret can try values out. */
  readonly hash: (text: string) => string;
}

interface PrivacyOptions {
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

function remember<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = ask(text);
    answers.set(text, answer);
    return answer;
  };
}

/** The same privacy, asked once for each path and value: for as long as one pair is looked at, whose answers are alike. */
export const rememberPrivacy = ({ isSecret, mayKeep, hash }: Privacy): Privacy => ({
  isSecret: remember(isSecret),
  mayKeep: remember(mayKeep),
  hash: remember(hash),
});

type Scalar = Exclude<Json, Json[] | JsonObject>;

function maskScalar(value: Scalar, path: string, { isSecret, mayKeep, hash }: Privacy): Json {
  if (isSecret(path)) return '(secret)';
  if (value === null || value === '' || mayKeep(path)) return value;
  const text = value instanceof ExactNumber ? value.text : String(value);
  const stands = typeof value === 'string' ? `text of ${text.length}` : 'value';
  return `(${stands} #${hash(text).slice(0, 8)})`;
}

/** The same document with a stand-in for every value that may not be kept: equal values have equal stand-ins. */
function mask(value: Json, path: string, privacy: Privacy): Json {
  if (Array.isArray(value)) return value.map((element) => mask(element, `${path}.[]`, privacy));
  if (!isJsonObject(value)) return maskScalar(value, path, privacy);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined ? undefined : mask(member, path === '' ? name : `${path}.${name}`, privacy),
    ]),
  );
}

/** A body as it may be shown and kept; empty where it is no JSON within the limits of any answer. */
export function maskBody(body: string, privacy: Privacy): string {
  const read = readJson(body, 'drop');
  return read.ok ? writeJson(mask(read.value, '', privacy)) : '';
}

/** A relation without the words of a value that may not be kept: equal words stay equal. */
export function keepRelation(relation: Relation, { hash }: Pick<Privacy, 'hash'>): Relation {
  const hidden = (text: string): string => `#${hash(text).slice(0, 8)}`;
  if (relation.kind === 'word') return { ...relation, from: hidden(relation.from), to: hidden(relation.to) };
  const hasText = relation.kind === 'prefix' || relation.kind === 'suffix';
  return hasText ? { ...relation, text: hidden(relation.text) } : relation;
}
