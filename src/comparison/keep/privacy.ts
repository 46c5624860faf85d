import { createHmac, createSecretKey } from 'node:crypto';
import { type Field, joinPath } from '../../contract/field';
import { createContractsComputation } from '../../contract/contracts';
import { Recent } from '../../contract/recent';
import { secretNames } from '../../contract/secretNames';
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { readJson, writeJson } from '../../mapping/translate/exactJson';
import { shownName } from '../compare/memberNames';
import type { Relation } from '../compare/difference';

/** Rules on values that may be kept. */
export interface Privacy {
  /** True for paths whose values must leave no trace, not even their length. */
  readonly isSecret: (path: string) => boolean;
  /** True for paths whose values may be kept. */
  readonly mayKeep: (path: string) => boolean;
  /** Hashes a value with a key, so that values cannot be tried out without the secret. */
  readonly hash: (text: string) => string;
}

interface PrivacyOptions {
  /** Keys the hashes. */
  readonly secret: string | Buffer;
  /** Paths whose values the operator wants to see; `*` matches one step. */
  readonly kept: readonly string[];
}

const HASH_DIGITS = 16;

/** Lists the named steps of a path, without elements of arrays and keys of maps. */
export const namesOf = (path: string): readonly string[] =>
  path.split(/[.[\]{}]+/).filter((name) => name !== '');

function isMatch(pattern: readonly string[], names: readonly string[]): boolean {
  return pattern.length === names.length && pattern.every((step, at) => step === '*' || step === names[at]);
}

const isPlain = (field: Field): boolean =>
  field.kind === 'boolean' || (field.kind === 'text' && field.known !== undefined);

/** Lists the members that can only be true, false, or a known word of the contract: they identify no person. */
function plainNames(contracts: Iterable<Field>): ReadonlySet<string> {
  const objects = [...contracts].filter((contract) => contract.kind === 'object');
  const members = objects.flatMap((contract) => [...contract.members]);
  return new Set(members.filter(([, member]) => isPlain(member)).map(([name]) => name));
}

const secrets = createContractsComputation(secretNames);
const plain = createContractsComputation(plainNames);

/** Creates the rules: only known words and named paths are not hashed. A secret is never kept, even if named. */
export function createPrivacy({ secret, kept: keptPatterns }: PrivacyOptions): Privacy {
  // Node 24 takes five times as long if the key is given as bytes each time.
  const key = createSecretKey(Buffer.from(secret));
  const patterns = keptPatterns.map((path) =>
    namesOf(path).map((step) => (step === '*' ? step : shownName(step))),
  );
  const isSecretName = (name: string): boolean => secrets().has(name);
  return {
    isSecret: (path) => namesOf(path).some(isSecretName),
    mayKeep: (path) => {
      const names = namesOf(path);
      if (names.some(isSecretName)) return false;
      if (names.at(-2) === 'attributes' && plain().has(names.at(-1) ?? '')) return true;
      const shownNames = patterns.length === 0 ? [] : names.map(shownName);
      return patterns.some((pattern) => isMatch(pattern, shownNames));
    },
    hash: (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, HASH_DIGITS),
  };
}

const MAX_REMEMBERED_TEXTS = 10_000;

function createAnswerCache<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Recent<string, Answer>(MAX_REMEMBERED_TEXTS);
  return (text) => answers.getOrMake(text, ask);
}

/** Caches the answers by path and value. Used for the work on one pair, whose two sides are alike. */
export const rememberPrivacy = ({ isSecret, mayKeep, hash }: Privacy): Privacy => ({
  isSecret: createAnswerCache(isSecret),
  mayKeep: createAnswerCache(mayKeep),
  hash: createAnswerCache(hash),
});

/** A value without members or elements. */
export type Scalar = Exclude<Json, Json[] | JsonObject>;

/** Stand-in for a secret. */
export const SCRUBBED = '(secret)';

const createScalarMask =
  ({ isSecret, mayKeep, hash }: Privacy) =>
  (value: Scalar, path: string): Json => {
    if (isSecret(path)) return SCRUBBED;
    if (value === null || value === '' || mayKeep(path)) return value;
    const text = value instanceof ExactNumber ? value.text : String(value);
    const stands = typeof value === 'string' ? `text of ${text.length}` : 'value';
    return `(${stands} #${hash(text).slice(0, 8)})`;
  };

/** Masks values and names of a body by rules. The result is empty without JSON in an answer's limits. */
export function maskWith(
  body: string,
  maskValue: (value: Scalar, path: string) => Json,
  maskName: (name: string) => string,
): string {
  const mask = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((element) => mask(element, `${path}.[]`));
    if (!isJsonObject(value)) return maskValue(value, path);
    const members = Object.entries(value).map(([name, member = null]): [string, Json] => [
      maskName(name),
      mask(member, joinPath(path, name)),
    ]);
    return Object.fromEntries(members);
  };
  const read = readJson(body, 'drop');
  return read.ok ? writeJson(mask(read.value, '')) : '';
}

/**
 * Masks a body so that it may be shown and kept: every value that may not be kept has a stand-in, and equal values have
 * equal ones. The result is empty without JSON in an answer's limits.
 */
export const maskBody = (body: string, privacy: Privacy): string =>
  maskWith(body, createScalarMask(privacy), shownName);

/** Hides the words of a relation whose values may not be kept. Equal words stay equal. */
export function keepRelation(relation: Relation, { hash }: Pick<Privacy, 'hash'>): Relation {
  const hideWord = (text: string): string => `#${hash(text).slice(0, 8)}`;
  if (relation.kind === 'word')
    return { ...relation, from: hideWord(relation.from), to: hideWord(relation.to) };
  const hasText = relation.kind === 'prefix' || relation.kind === 'suffix';
  return hasText ? { ...relation, text: hideWord(relation.text) } : relation;
}
