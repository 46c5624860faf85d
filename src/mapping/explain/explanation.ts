import { parameterIn } from '../yaml/ruleEntry';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { classOf, type LedgerAttribute, type LedgerMember } from '../compile/ledger';
import type { Field } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import { type AttributeRule, codecAt, stepsTo, valueAt } from '../translate/translationRule';
import { fieldAt, sourceAt } from '../compile/sourcePath';
import { valueWithoutSecrets } from './hideSecrets';
import type { ResolvedResource } from '../compile/resolveFile';
import type { ResolvedOperation } from '../compile/resolveOperation';
import type { OutgoingRequest } from '../compile/compiledOperation';
import type { ResolvedRequest } from '../compile/body/resolveRequest';

/** One v1 attribute of one answer: its ledger line and its value. Secrets are hidden. */
export interface AttributeLine extends LedgerAttribute {
  /** Absent if the attribute was left out. */
  readonly value?: Json;
  /** Value at the source. It is absent if there was none. */
  readonly given?: Json;
  /** True if the mapping's default replaces a value that v2 did not have. */
  readonly standsIn: boolean;
  /** Set if the client did not ask for the attribute: then it is null, whatever v2 has. */
  readonly withheld?: boolean;
}

/** One member of one v1 request body: its ledger line, and the values sent. Secrets are hidden. */
export interface MemberLine extends LedgerMember {
  /** Absent if the mapping's default replaces a member that was not sent. */
  readonly value?: Json;
  /** Value that is sent to v2 for the member. It is absent if the body was refused. */
  readonly sent?: Json;
}

/** One call to v2. */
export interface CallLine {
  readonly method: string;
  readonly path: string;
  /** Status of the answer, or the reason why there was none. */
  readonly outcome: number | string;
  readonly ms: number;
}

/** Explanation of one request. */
export interface Explanation {
  readonly route: {
    readonly operation: string;
    readonly resource: string;
    readonly v1: string;
    readonly v2: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly place: string;
  };
  /** The API that answers, and the reason. */
  readonly stage: string;
  readonly calls: readonly CallLine[];
  readonly members: readonly MemberLine[];
  /** Absent if nothing was sent and no answer of v2 was given. */
  readonly answer?: {
    readonly status: number;
    /** Code of the problem, and the paths that did not fit with their rules, never values. */
    readonly problem?: string;
    readonly detail?: string;
    /** Body of a refusal, as the client reads it. */
    readonly body?: Json;
  };
  /** Number of the shown item in a list, from 1, and the count of items. */
  readonly items?: { readonly shown: number; readonly of: number };
  readonly attributes: readonly AttributeLine[];
}

/** Parts that make a v1 object from a v2 object: ledger lines, rules, both contracts. */
interface MakingParts {
  readonly ledger: readonly LedgerAttribute[];
  readonly rules: readonly AttributeRule[];
  readonly v1: Field;
  readonly v2: Field;
}

/** One v1 object with the v2 object that it was made from. */
interface AnswerPair {
  readonly v1: Json | undefined;
  readonly v2: Json | undefined;
  /** Attributes that the client did not ask for: null, whatever v2 has. */
  readonly withheld: readonly string[];
}

/** Reads the value at the source of an attribute, and its contract. */
function sourceOf({ source }: LedgerAttribute, { v2 }: MakingParts, object: Json | undefined) {
  const v2Source = source === undefined ? undefined : sourceAt(v2, source);
  return { raw: v2Source && valueAt(object, v2Source.steps), field: v2Source?.field };
}

/** Decides the loss class of a value in one answer: a rule's default does not count if v2 had a value. */
function lossInAnswer(line: LedgerAttribute, { rules }: MakingParts, raw: Json | undefined) {
  const codec = codecAt(rules, line.attribute);
  const values = line.attribute.includes('[]') && Array.isArray(raw) ? raw : [raw ?? null];
  const isMissing = values.some((value) => value === null || codec?.read(value) === undefined);
  const isRead = line.class === 'synthesized' && codec !== undefined && !isMissing;
  return { class: isRead ? classOf(codec) : line.class, standsIn: line.default !== undefined && isMissing };
}

/** Explains one attribute: its value, the value at its source, and what was lost. */
function attributeLineOf(
  line: LedgerAttribute,
  making: MakingParts,
  { v1, v2, withheld }: AnswerPair,
): AttributeLine {
  const { attribute } = line;
  const field = fieldAt(making.v1, attribute);
  const value = valueWithoutSecrets(valueAt(v1, stepsTo(attribute)), field);
  const source = sourceOf(line, making, v2);
  // A secret of v1 may come from a v2 field that has no contract.
  const givenValue = valueWithoutSecrets(source.raw, field?.secret === true ? field : source.field);
  const isWithheld = withheld.includes(attribute) ? true : undefined;
  const values = definedMembers({ value, given: givenValue, withheld: isWithheld });
  return { ...line, ...lossInAnswer(line, making, source.raw), ...values };
}

/** Explains the source of every attribute of a v1 object, in the ledger's order. */
const explainAttributes = (making: MakingParts, pair: AnswerPair): readonly AttributeLine[] =>
  making.ledger.map((line) => attributeLineOf(line, making, pair));

function idLine({ envelope }: ResolvedResource, { v1, v2 }: AnswerPair): AttributeLine {
  const value: Json | undefined = valueAt(v1, stepsTo('id'));
  const givenId = valueWithoutSecrets(valueAt(v2, stepsTo(envelope.id)), undefined);
  const { codec, id: source, place } = envelope;
  const line = { attribute: 'id', class: classOf(codec), source, codec: codec.name, place };
  return definedMembers({ ...line, value, given: givenId, standsIn: false });
}

/** Explains the sources of a v1 envelope, `{id, type, attributes}`: the id first, then the attributes. */
function explainEnvelope(resource: ResolvedResource, pair: AnswerPair): readonly AttributeLine[] {
  const { ledger, rules, v1, v2 } = resource;
  const attributes = valueAt(pair.v1, stepsTo('attributes'));
  const making = { ledger: ledger.attributes, rules, v1, v2 };
  return [idLine(resource, pair), ...explainAttributes(making, { ...pair, v1: attributes })];
}

/** The answers to one successful request. */
interface AnsweredRequest {
  /** The v1 answer. */
  readonly v1: Json;
  /** Bodies of v2 that the v1 answer may have been made from. */
  readonly v2: readonly Json[];
  /** Attributes that the client did not ask for. */
  readonly withheld: readonly string[];
  /** Number of the explained item in a list, from 1. */
  readonly item: number;
}

type ExplainedAnswer = Pick<Explanation, 'attributes' | 'items'>;

function asList(data: Json | undefined): readonly Json[] {
  if (Array.isArray(data)) return data;
  return data === undefined ? [] : [data];
}

/** Finds the v2 object with the id of a v1 envelope among those that were read. */
function sourceObjectOf(
  envelope: Json | undefined,
  { v2 }: AnsweredRequest,
  { envelope: { id, codec } }: ResolvedResource,
) {
  if (!isJsonObject(envelope)) return undefined;
  const objects = v2.flatMap((body) => asList(dataOf(body)));
  return objects.findLast(
    (object) => isJsonObject(object) && codec.read(object[id] ?? null) === envelope['id'],
  );
}

/** Explains the source of every field of an answer: of the resource, of one item of a list, or of another answer. */
export function explainAnswer(
  resource: ResolvedResource,
  { ownAnswer }: ResolvedOperation,
  answeredRequest: AnsweredRequest,
): ExplainedAnswer {
  const { v1, v2, withheld, item } = answeredRequest;
  if (ownAnswer !== undefined) {
    return { attributes: explainAttributes(ownAnswer, { v1, v2: v2.at(-1), withheld }) };
  }
  const data = dataOf(v1);
  const envelopes = asList(data);
  const envelope = envelopes[item - 1];
  const items = Array.isArray(data) ? { items: { shown: item, of: envelopes.length } } : {};
  if (envelope === undefined) return { ...items, attributes: [] };
  const pair = { v1: envelope, v2: sourceObjectOf(envelope, answeredRequest, resource), withheld };
  return { ...items, attributes: explainEnvelope(resource, pair) };
}

/** Returns the value at a path, with its secrets hidden. */
function shownAt(body: Json | undefined, root: Field, path: string): Json | undefined {
  return valueWithoutSecrets(valueAt(body, stepsTo(path)), fieldAt(root, path));
}

/** One v1 body with the request made from it; a refused body makes none. */
interface SentPair {
  readonly v1: Json;
  readonly v2: OutgoingRequest | undefined;
}

/** Finds the value sent to v2 for a member: in the body, or as a part of the path. */
function sentValueOf({ target }: LedgerMember, body: ResolvedRequest, v2: OutgoingRequest): Json | undefined {
  const parameter = /^\{(.+)\}$/.exec(target)?.[1];
  if (parameter === undefined) return body.v2 && shownAt(v2.json, body.v2, target);
  return v2.path?.[parameter] ?? (v2.ids === undefined ? undefined : [...v2.ids]);
}

/** Explains one member of a body. It is empty for one that was neither sent nor filled in. */
function memberLineOf(
  line: LedgerMember,
  body: ResolvedRequest,
  { v1, v2 }: SentPair,
): readonly MemberLine[] {
  const value = shownAt(v1, body.v1, line.member);
  const sentValue = v2 === undefined ? undefined : sentValueOf(line, body, v2);
  // A default, and a parameter of the path, is sent without being a member.
  const isOwn = line.default !== undefined || parameterIn(line.member) !== undefined;
  const isSent = value !== undefined || (sentValue !== undefined && isOwn);
  if (!isSent) return [];
  return [{ ...line, ...definedMembers({ value, sent: sentValue }) }];
}

/** Explains the target of every member that a client sent, and the defaults for members that it did not send. */
export const explainBody = (body: ResolvedRequest, pair: SentPair): readonly MemberLine[] =>
  body.ledger.flatMap((line) => memberLineOf(line, body, pair));
