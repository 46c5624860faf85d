import type { Field } from '../../contract/field';
import type { Json, JsonObject } from '../../contract/json';
import type { CountedForms } from '../../contract/valueForms';
import { writeJson } from '../translate/exactJson';
import { type AttributeRule, type Envelope, stepsTo } from '../translate/translationRule';
import { JsonSource, OPEN_LIST } from './jsonSource';
import { ABSENT, type Found } from './found';
import { compileScan, type FieldScan } from './scanFields';
import { sharedText as out } from './textBuffer';
import { DATA, META, Whole } from './wholeAnswer';
import { compileValueAt, compileWrites } from './writeFields';

/** A v1 body as JSON text. */
export interface Printed {
  readonly body: string;
  /** Its member `data`: one envelope. */
  readonly data: string;
  /** The id of the envelope; absent where there is none. */
  readonly id?: string;
  /** True if the body is known to be ASCII, with as many bytes as characters. */
  readonly isAscii?: boolean;
}

/** The outcome of one pass over an answer of v2. */
export interface Direct {
  /** Good until the next answer is read. */
  readonly forms: CountedForms;
  /** The answer with those members only that the gateway itself reads. */
  readonly body: JsonObject;
}

/** Reads the bytes of an answer; undefined where one pass does not do. */
export type ReadDirect<Read extends Direct> = (bytes: Buffer, isAscii: boolean) => Read | undefined;

/** A resource. */
export interface DirectAnswer extends Direct {
  readonly printed: Printed;
}

/** A page of a list. */
export interface DirectPage extends Direct {
  /** The wanted envelopes, one after the other. */
  readonly rows: Buffer;
}

/**
 * Translates the bytes of an answer, valid UTF-8, in one pass: what is copied is never made a value of. Undefined where
 * the answer has anything but what the contract promises, in the shortest notation: only the plain reading says what it
 * is then.
 */
export interface DirectTranslation {
  /** `body` has the id, and what indexes are made of. */
  readonly one: (hidden: readonly string[]) => ReadDirect<DirectAnswer>;
  /** `body` has the ids and the meta; `from` and `to` count items of the page from 0; `to` is not among them. */
  readonly page: (hidden: readonly string[], from: number, to: number) => ReadDirect<DirectPage>;
}

/** Reads a few members into an object. */
type Pick = (source: JsonSource, found: Found, into: JsonObject) => void;

function compilePicks(paths: readonly string[], plan: FieldScan): Pick | undefined {
  const picks = [...new Set(paths)].map((path) => ({
    names: path.split('.'),
    value: compileValueAt(stepsTo(path), plan),
  }));
  // Whoever looks for a member in `body` does not know its other name.
  const isFound = paths.every((path) => plan.slots.get(path)?.field.alsoNamed === undefined);
  if (!isFound || picks.some(({ value }) => value === undefined)) return undefined;
  return (source, found, into) => {
    for (const { names, value } of picks) {
      const read = value?.(source, found) ?? undefined;
      if (read !== undefined) put(into, names, read);
    }
  };
}

function put(into: JsonObject, names: readonly string[], value: Json): void {
  const last = names.length - 1;
  let object = into;
  for (let index = 0; index < last; index += 1) {
    object = (object[names[index] ?? ''] ??= {}) as JsonObject;
  }
  object[names[last] ?? ''] = value;
}

/** Goes over one resource and writes its envelope. */
interface Resource {
  readonly translate: (source: JsonSource, hidden: readonly string[]) => boolean;
  readonly found: Found;
  /** The id of the last one, in digits. */
  readonly id: (source: JsonSource) => string;
}

function compileResource(
  envelope: Envelope,
  rules: readonly AttributeRule[],
  plan: FieldScan,
): Resource | undefined {
  const { scan, found, slots } = plan;
  const attributes = compileWrites(rules, [], plan);
  const at = slots.get(envelope.id);
  const type = `","type":${writeJson(envelope.type)},"attributes":`;
  const afterId = Buffer.from(type);
  const isAscii = afterId.length === type.length;
  if (attributes === undefined || at?.field.kind !== 'integer' || !isAscii) return undefined;
  const { slot } = at;
  const id = (source: JsonSource) => source.text.slice(found.starts[slot], found.ends[slot]);
  const translate: Resource['translate'] = (source, hidden) => {
    if (!scan(source, found) || (found.starts[slot] ?? ABSENT) < 0) return false;
    out.put(BEFORE_ID);
    out.copy(source.bytes, found.starts[slot] ?? 0, found.ends[slot] ?? 0);
    out.put(afterId);
    if (!attributes(source, found, out, hidden)) return false;
    out.add('}');
    return true;
  };
  return { translate, found, id };
}

const NONE: readonly string[] = [];
const BEFORE_ID = Buffer.from('{"id":"');
const BEFORE = '{"data":';
const AFTER = '}';

function translateOne({ translate, found, id }: Resource, pick: Pick): DirectTranslation['one'] {
  let hidden = NONE;
  const whole = new Whole([{ name: DATA, read: (source) => translate(source, hidden) }]);
  const read = (bytes: Buffer, isAscii: boolean, asked: readonly string[]): DirectAnswer | undefined => {
    hidden = asked;
    const source = new JsonSource(bytes, isAscii);
    found.begin();
    out.begin(isAscii);
    out.add(BEFORE);
    const isRead = whole.scan(source);
    const data: JsonObject = {};
    if (isRead) pick(source, found, data);
    found.release();
    if (!isRead) return undefined;
    out.add(AFTER);
    const body = out.text();
    const envelope = body.slice(BEFORE.length, -AFTER.length);
    const printed = { body, data: envelope, id: id(source), isAscii: out.isAscii };
    return { printed, body: { data }, forms: found };
  };
  const readAll: ReadDirect<DirectAnswer> = (bytes, isAscii) => read(bytes, isAscii, NONE);
  return (asked) => (asked.length === 0 ? readAll : (bytes, isAscii) => read(bytes, isAscii, asked));
}

/** A page that is being read. */
class Page {
  readonly ids: Json[] = [];
  meta: Json | undefined;

  constructor(
    readonly hidden: readonly string[],
    readonly from: number,
    readonly to: number,
  ) {}
}

function translatePage({ translate, found, id }: Resource): DirectTranslation['page'] {
  let page = new Page([], 0, 0);
  const row = (source: JsonSource): boolean => {
    const before = out.length;
    const { ids, hidden, from, to } = page;
    if (ids.length > from) out.add(',');
    if (!translate(source, hidden)) return false;
    if (ids.length < from || ids.length >= to) out.length = before;
    ids.push({ id: Number(id(source)) });
    return true;
  };
  const meta = (source: JsonSource): boolean => {
    const start = source.at;
    if (!source.skipValue()) return false;
    page.meta = source.value(start, source.at);
    return true;
  };
  const whole = new Whole([
    { name: DATA, read: (source) => source.skipAll(OPEN_LIST, row, undefined) },
    { name: META, read: meta },
  ]);
  return (hidden, from, to) => (bytes, isAscii) => {
    const source = new JsonSource(bytes, isAscii);
    const read = (page = new Page(hidden, from, to));
    found.begin();
    out.begin(isAscii);
    const isRead = whole.scan(source);
    found.release();
    if (!isRead) return undefined;
    return { rows: out.copied(), body: { data: read.ids, meta: read.meta }, forms: found };
  };
}

/**
 * Compiles a translation in one pass from the contract and the rules of the plain one; undefined where these read what
 * the contract does not describe, where the id is no integer named `id`, and where names are too odd to be copied.
 * `reads` are the paths that `body` has beyond the id.
 */
export function compileDirect(
  envelope: Envelope,
  rules: readonly AttributeRule[],
  contract: Field,
  reads: readonly string[],
): DirectTranslation | undefined {
  const plan = compileScan(contract);
  if (plan === undefined) return undefined;
  const resource = compileResource(envelope, rules, plan);
  const pick = compilePicks(['id', ...reads], plan);
  if (resource === undefined || pick === undefined || envelope.id !== 'id') return undefined;
  return { one: translateOne(resource, pick), page: translatePage(resource) };
}
