import { isJsonObject, type Json } from '../../contract/json';
import { Mismatch } from './madeValue';
import { failure, type Result, success } from '../../contract/result';
import type { BodyRule } from './translationRule';
import { parameterIn } from '../yaml/ruleEntry';

/** A v1 validation error (spec 7.2): field name to its texts, and the summary. */
export interface Violations {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/**
 * Renders the summary of validation errors in the live service's style: `The price field is required. (and 1 more
 * error)`.
 */
export function summarize(errors: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.values(errors).flat();
  const [firstText = 'The given data was invalid.'] = texts;
  const more = texts.length - 1;
  return more < 1 ? firstText : `${firstText} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}

/** Refuses a request for the violations of its fields. */
export const invalidFields = (errors: Violations['errors']): Result<never, Violations> =>
  failure({ message: summarize(errors), errors });

/** Writes the name of a field in a text. */
export type NameInText = (path: string) => string;

/** Renders a field as Laravel names it in texts: `min quantity` for `min_quantity`. */
export const nameInWords: NameInText = (path) => path.replaceAll('_', ' ');

/** Chooses how texts name a field: as the shop does, or else exactly as clients send it. */
export const namingOf = (isOfOwnPair: boolean): NameInText => (isOfOwnPair ? (path) => path : nameInWords);

/** Renders the refusal of a parameter or member that the mapping has no place for. */
export const prohibited = (name: string): string => `The ${name} field is prohibited.`;

/** One v2 request path with the v1 path that feeds it. */
interface FieldNames {
  readonly v1: string;
  readonly v2: string;
}

/**
 * Lists the v1 path of each rule with the v2 path that it feeds and its line; `*` stands for the number or key of an
 * element.
 */
export function fedFieldNames(
  rules: readonly BodyRule[],
  around: FieldNames = { v1: '', v2: '' },
): readonly (FieldNames & Pick<BodyRule, 'place'>)[] {
  return rules.flatMap((rule) => {
    const { place } = rule;
    const v2 = rule.target.join('.');
    const ownName = { v1: around.v1 + rule.name, v2: around.v2 + v2, place };
    // An error of a text that two members make is that of its first part; a parameter of the path is no member.
    if (rule.kind === 'value' && rule.codec.name === 'split(rest)') return [];
    if (parameterIn(rule.name) !== undefined) return [];
    // The target of a member is its whole path; the path of an element's member begins at the element.
    if (rule.kind === 'object') {
      const inner = fedFieldNames(rule.members, { ...around, v1: `${ownName.v1}.` });
      return rule.target.length === 0 ? inner : [ownName, ...inner];
    }
    return [ownName, ...fedFieldNames(rule.each ?? [], { v1: `${ownName.v1}.*.`, v2: `${ownName.v2}.*.` })];
  });
}

/** Returns the regular expression of a v2 name; `*` matches the number or key of an element. */
const expressionOf = (name: string): string =>
  name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '([^.\\s]+)');

/** Compiles the renaming of the beginning of a path, by the longest v2 name. It returns undefined if none fits. */
function compileRenaming(names: readonly FieldNames[]): (path: string) => string | undefined {
  const longestFirst = [...names].sort((name, nextName) => nextName.v2.length - name.v2.length);
  const renamings = longestFirst.map(({ v1, v2 }) => ({
    v1,
    beginning: new RegExp(`^${expressionOf(v2)}(?=[. ]|$)`),
  }));
  return (path) => {
    for (const { v1, beginning } of renamings) {
      const [matched, ...keys] = beginning.exec(path) ?? [];
      if (matched === undefined) continue;
      const remainingKeys = keys.values();
      return v1.replaceAll('*', () => remainingKeys.next().value ?? '*') + path.slice(matched.length);
    }
    return undefined;
  };
}

/** Compiles the renaming of v2 field names inside a text, raw or spoken; longer names come first. */
function compileTextRenaming(
  renamed: readonly FieldNames[],
  nameInText: NameInText,
): (text: string) => string {
  // A v2 name without underscores is spoken as it is written: then v1's name is spoken too.
  const names = renamed.flatMap(({ v1, v2 }) => [
    { v1: nameInText(v1), v2: nameInWords(v2) },
    { v1, v2 },
  ]);
  if (names.length === 0) return (text) => text;
  const rename = compileRenaming(names);
  const longestFirst = names.map(({ v2 }) => v2).sort((name, nextName) => nextName.length - name.length);
  const pattern = new RegExp(`(?<![\\w.])(?:${longestFirst.map(expressionOf).join('|')})(?![\\w])`, 'g');
  return (text) => text.replace(pattern, (word) => rename(word) ?? word);
}

/** Returns the texts of one field; the live service sends a list or a single text. */
function textsOfField(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  const list = value.filter((text) => typeof text === 'string');
  return list.length === value.length ? list : undefined;
}

/**
 * Compiles body rules into their inverse for validation errors (spec 7.2): v2 field names become v1 names, in keys and
 * in texts, in the order of the rules. A field that no rule feeds keeps its name and comes last.
 */
export function compileRefusal(
  rules: readonly BodyRule[],
  nameInText: NameInText = nameInWords,
): (body: Json) => Result<Violations, Mismatch> {
  const fieldNames = fedFieldNames(rules);
  const rename = compileRenaming(fieldNames);
  const renameText = compileTextRenaming(
    fieldNames.filter(({ v1, v2 }) => v1 !== v2),
    nameInText,
  );
  const orderOf = (field: string): number => {
    const index = rules.findIndex(({ name }) => field === name || field.startsWith(`${name}.`));
    return index === -1 ? rules.length : index;
  };
  return (body) => {
    if (!isJsonObject(body)) return failure(new Mismatch('', 'object'));
    const v2Errors = isJsonObject(body['errors']) ? body['errors'] : {};
    // A Map, because v2 may name a field `toString`.
    const errors = new Map<string, string[]>();
    const messages: string[] = [];
    for (const [key, value] of Object.entries(v2Errors)) {
      const fieldTexts = textsOfField(value);
      if (fieldTexts === undefined) return failure(new Mismatch('errors', 'texts'));
      messages.push(...fieldTexts);
      const name = rename(key) ?? key;
      errors.set(name, [...(errors.get(name) ?? []), ...fieldTexts.map(renameText)]);
    }
    const { message } = body;
    const inOrder = [...errors].toSorted(([field], [nextField]) => orderOf(field) - orderOf(nextField));
    const byName = Object.fromEntries(inOrder);
    const isSummary = typeof message !== 'string' || message === summarize({ said: messages });
    return success({ message: isSummary ? summarize(byName) : renameText(message), errors: byName });
  };
}
