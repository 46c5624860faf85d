import { createContractsComputation } from '../../contract/contracts';
import type { Field } from '../../contract/field';
import type { Json } from '../../contract/json';
import { shortHash, shownName } from '../compare/memberNames';
import { maskWith, namesOf, type Privacy, type Scalar, SCRUBBED } from './privacy';

/**
 * Promise of the contract about the texts at a path: words, numbers and instants of the API, or all texts of the API.
 */
type Promised = 'words' | 'figures' | 'all';

const kinds: Readonly<Partial<Record<Field['kind'], Promised>>> = {
  integer: 'figures',
  number: 'figures',
  timestamp: 'figures',
  date: 'figures',
  instant: 'figures',
  money: 'all',
};

const promiseOf = (field: Field): Promised | undefined => {
  if (field.kind === 'text') return field.known !== undefined || field.issued === true ? 'words' : undefined;
  return field.kind === 'freeObject' && field.issued === true ? 'all' : kinds[field.kind];
};

/** Promises of the contracts: by the path of a text, and the words by the name of their member. */
interface Promises {
  readonly texts: Map<string, Promised>;
  readonly words: Map<string, Set<string>>;
}

function noteScalar(field: Field, names: readonly string[], { texts, words }: Promises): void {
  const promisedText = promiseOf(field);
  if (promisedText !== undefined) texts.set(names.join('.'), promisedText);
  if (field.kind !== 'text' || field.known === undefined) return;
  const name = names.at(-1) ?? '';
  words.set(name, new Set([...(words.get(name) ?? []), ...field.known]));
}

function noteField(field: Field, names: readonly string[], promises: Promises): void {
  if (field.secret) return;
  if (field.kind === 'list') noteField(field.element, names, promises);
  else if (field.kind !== 'object') noteScalar(field, names, promises);
  else
    for (const [name, member] of field.members)
      for (const called of new Set([name, member.alsoNamed ?? name]))
        noteField(member, [...names, called], promises);
}

const promised = createContractsComputation((contracts): Promises => {
  const promises: Promises = { texts: new Map(), words: new Map() };
  for (const contract of contracts) noteField(contract, [], promises);
  return promises;
});

/** Members of the envelope that the API itself gives (spec 9). */
const ENVELOPE = new Set(['data.id', 'data.type']);
const FIGURES = /^[\d.:TZ+-]{1,40}$/;

/** Returns the names below the resource: v1 has its members in `data.attributes`, v2 in `data`, a request at the top. */
const ownNames = (names: readonly string[]): readonly string[] =>
  names.slice(Math.max(names.indexOf('attributes') + 1, Number(names[0] === 'data')));

/** Reports whether a contract declares a text at a path as the API's own. */
function isPromised(text: string, path: string): boolean {
  const names = namesOf(path);
  const { texts, words } = promised();
  if (words.get(names.at(-1) ?? '')?.has(text) === true) return true;
  if (ENVELOPE.has(names.join('.'))) return true;
  const memberNames = ownNames(names);
  for (let length = memberNames.length; length > 0; length -= 1) {
    const promisedText = texts.get(memberNames.slice(0, length).join('.'));
    if (promisedText === undefined) continue;
    if (promisedText === 'all') return true;
    return length === memberNames.length && (promisedText === 'words' || FIGURES.test(text));
  }
  return false;
}

const STAND_IN = /^(?:\(text of \d+ #[0-9a-f]{8}\)|https:\/\/text\.invalid\/[0-9a-f]{8})$/;

/** Returns the stand-in of a text: equal texts have equal ones. An address stays an address. */
function standInOf(text: string): string {
  const hash = shortHash(`text ${text}`);
  return /^https?:\/\//.test(text) ? `https://text.invalid/${hash}` : `(text of ${text.length} #${hash})`;
}

/**
 * Masks a body that is recorded, or is compared with a recorded one: secrets, and every text that no contract declares
 * as a word, a figure or an id of the API itself. Numbers, true, false and null stay. Masked texts stay unchanged.
 * `maskName` masks the names that no contract has. In a request these names stay, because the system that plays it may
 * check them.
 */
export function maskRecorded(
  body: string,
  { isSecret }: Pick<Privacy, 'isSecret'>,
  maskName: (name: string) => string = shownName,
): string {
  const maskText = (value: Scalar, path: string): Json => {
    if (isSecret(path)) return SCRUBBED;
    if (typeof value !== 'string' || value === '' || STAND_IN.test(value)) return value;
    return isPromised(value, path) ? value : standInOf(value);
  };
  return maskWith(body, maskText, maskName);
}
