import { isJsonObject, type Json } from '../../contract/json';
import { Mismatch } from './madeValue';
import { failure, type Result, success } from '../../contract/result';
import type { BodyRule } from './translationRule';

/** A v1 validation error (spec 7.2): field name to its texts, and the summary. */
export interface Validation {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The summary text over validation errors in the live service's style: `The price field is required. (and 1 more error)`. */
export function summarize(errors: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.values(errors).flat();
  const [first = 'The given data was invalid.'] = texts;
  const more = texts.length - 1;
  return more < 1 ? first : `${first} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}

/** A field as Laravel names it in texts: `min quantity` for `min_quantity`. */
export const spoken = (path: string): string => path.replaceAll('_', ' ');

/** One v2 request path and the v1 path that feeds it. */
interface Name {
  readonly v1: string;
  readonly v2: string;
}

function names(rules: readonly BodyRule[], prefix = ''): Name[] {
  return rules.flatMap((rule) => {
    const own = { v1: prefix + rule.name, v2: rule.target.join('.') };
    return rule.kind === 'object' ? [own, ...names(rule.members, `${own.v1}.`)] : [own];
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Renames v2 field names inside a text, written raw or spoken; longer names first. */
function compileTexts(renamed: readonly Name[]): (text: string) => string {
  const words = new Map<string, string>();
  for (const { v1, v2 } of renamed) {
    words.set(v2, v1);
    words.set(spoken(v2), spoken(v1));
  }
  if (words.size === 0) return (text) => text;
  const longestFirst = [...words.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\w.])(?:${longestFirst.map(escaped).join('|')})(?![\\w])`, 'g');
  return (text) => text.replace(pattern, (word) => words.get(word) ?? word);
}

/** Renames a whole v2 path by the longest known beginning: `currency_data.server` by `currency_data`. */
function compileKeys(known: readonly Name[]): (key: string) => string {
  const longestFirst = [...known].sort((one, other) => other.v2.length - one.v2.length);
  return (key) => {
    const name = longestFirst.find(({ v2 }) => key === v2 || key.startsWith(`${v2}.`));
    return name === undefined ? key : name.v1 + key.slice(name.v2.length);
  };
}

/** The texts of one field; the live service sends a list or a single text. */
function texts(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  const list = value.filter((text) => typeof text === 'string');
  return list.length === value.length ? list : undefined;
}

/**
 * Compiles body rules into the inverse for validation errors (spec 7.2): v2 field names become v1 names, in keys and
 * in texts, in the order of the rules. A field that no rule feeds keeps its name and comes last.
 */
export function translateRefusal(rules: readonly BodyRule[]): (body: Json) => Result<Validation, Mismatch> {
  const known = names(rules);
  const renameKey = compileKeys(known);
  const renameText = compileTexts(known.filter(({ v1, v2 }) => v1 !== v2));
  const placeOf = (field: string): number => {
    const place = rules.findIndex(({ name }) => field === name || field.startsWith(`${name}.`));
    return place === -1 ? rules.length : place;
  };
  return (body) => {
    if (!isJsonObject(body)) return failure(new Mismatch('', 'object'));
    const given = isJsonObject(body['errors']) ? body['errors'] : {};
    // A Map: v2 may name a field `toString`.
    const errors = new Map<string, string[]>();
    const said: string[] = [];
    for (const [key, value] of Object.entries(given)) {
      const list = texts(value);
      if (list === undefined) return failure(new Mismatch('errors', 'texts'));
      said.push(...list);
      const name = renameKey(key);
      errors.set(name, [...(errors.get(name) ?? []), ...list.map(renameText)]);
    }
    const { message } = body;
    const inOrder = [...errors].toSorted(([one], [other]) => placeOf(one) - placeOf(other));
    const byName = Object.fromEntries(inOrder);
    const isSummary = typeof message !== 'string' || message === summarize({ said });
    return success({ message: isSummary ? summarize(byName) : renameText(message), errors: byName });
  };
}
