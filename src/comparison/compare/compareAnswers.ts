import { type Json, type ParseFault, parseJson } from '../../contract/json';
import { definedMembers, failure, type Result, success } from '../../contract/result';
import { type Agreement, createAgreement } from './agreement';
import type { ComparePair, Comparison, IgnoredDifference, NotCompared, SeenAnswer } from './answerPair';
import { type Difference, type Severity, severityOf } from './difference';
import { createTemplates, type PathNode, pointerTo } from './pathTemplates';
import type { IgnoreRule } from './ignoreRules';
import { relate } from './relations';
import { shownValue } from './values';
import { type BodyDifference, compareValues } from './walkTrees';

/** Options of createCompare. */
export interface CompareOptions {
  readonly rules: readonly IgnoreRule[];
  /** Returns the present (clock ms), so that expired rules do not apply. */
  readonly now: () => number;
  /** Ends the work on a pair early; absent in a process that only compares. */
  readonly limits?: CompareLimits;
}

/** Most work for one pair. */
export interface CompareLimits {
  /** Characters of both bodies together. */
  readonly characters: number;
  /** Values of each body, by their commas. */
  readonly values: number;
  /** Differences after which a body is not compared to its end. */
  readonly differences: number;
}

/** Limits of a process that only compares. */
const LIMITS_OUTSIDE_THREAD: CompareLimits = {
  characters: 32_000_000,
  values: Infinity,
  differences: Infinity,
};

/** Limits in the event loop of a process that answers clients: they keep clients waiting for less than 20 ms. */
export const servingLimits: CompareLimits = { characters: 100_000, values: 500, differences: 200 };

/** Limits in a thread of a process that answers clients: far beyond any page of a list, but finite. */
export const threadLimits: CompareLimits = { characters: 8_000_000, values: 250_000, differences: 20_000 };

type Bodies = readonly [v1: Json | undefined, v2: Json | undefined];

const reasons: Partial<Record<ParseFault, NotCompared>> = { syntax: 'not_json', tooDeep: 'too_large' };

/** Reads both bodies, up to the levels that the gateway reads of v2. An empty text is no body. */
function readBodies(texts: readonly [string, string], most: CompareLimits): Result<Bodies, NotCompared> {
  if (texts[0].length + texts[1].length > most.characters) return failure('too_costly');
  const limits = { levels: 64, keys: Infinity, values: most.values, exactNumbers: Infinity };
  const bodies: (Json | undefined)[] = [];
  for (const text of texts) {
    const read = text === '' ? success(undefined) : parseJson(text, limits);
    if (!read.ok) return failure(reasons[read.failure] ?? 'too_costly');
    bodies.push(read.value);
  }
  return success([bodies[0], bodies[1]]);
}

/**
 * The headers that programs read. Others describe the server, the moment or the connection, and may differ. `link` is
 * left out, because the gateway adds a link of its own to every answer.
 */
const COMPARED_HEADERS = [
  'content-type',
  'content-language',
  'content-disposition',
  'location',
  'www-authenticate',
] as const;

/** Prints a header. Of a content type shows the media type, because a charset has no effect on JSON (RFC 8259, 11). */
function headerText({ headers }: SeenAnswer, name: (typeof COMPARED_HEADERS)[number]): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  return JSON.stringify(name === 'content-type' ? value.replace(/\s*;.*$/s, '').toLowerCase() : value);
}

/** Yields the differences of status and headers. */
function* compareHeads(v1: SeenAnswer, v2: SeenAnswer, hasHeaders: boolean): Generator<NotedDifference> {
  if (v1.status !== v2.status)
    yield { path: 'status', kind: 'status', v1: String(v1.status), v2: String(v2.status) };
  if (!hasHeaders) return;
  for (const name of COMPARED_HEADERS) {
    const texts = { v1: headerText(v1, name), v2: headerText(v2, name) };
    if (texts.v1 !== texts.v2) yield { path: `headers.${name}`, kind: 'header', ...definedMembers(texts) };
  }
}

/** A difference outside the body. */
type NotedDifference = Pick<Difference, 'path' | 'kind' | 'v1' | 'v2'>;

/** Most differences of one kind at one path that are listed per pair: more of them show nothing new. */
const MAX_ALIKE_DIFFERENCES = 50;

const MAX_DIFFERENCES = 2_000;

function differenceOf({ place, kind, v1, v2 }: BodyDifference): Difference {
  const texts = { v1: shownValue(v1), v2: shownValue(v2) };
  const compared = definedMembers({ kind, relation: relate(kind, v1, v2), ...texts });
  return { path: place.path.text, at: pointerTo(place), severity: severityOf(compared), ...compared };
}

/** Creates an empty list of the differences of one pair, separated into open and agreed ones. */
function createFindings({ ruleFor }: Agreement) {
  const differences: Difference[] = [];
  const ignored: IgnoredDifference[] = [];
  const alike = new Map<string, number>();
  const listDifference = (rule: IgnoreRule | undefined, difference: Difference): void => {
    if (rule === undefined) differences.push(difference);
    else ignored.push({ rule, difference });
  };
  return {
    result: { ok: true, differences, ignored } as const,
    add: (difference: BodyDifference): void => {
      const { kind, place } = difference;
      const path = place.path.text;
      const rule = ruleFor(path, difference);
      const key = `${rule?.line ?? 'open'} ${kind} ${path}`;
      const count = alike.get(key) ?? 0;
      alike.set(key, count + 1);
      const hasRoom = differences.length + ignored.length < MAX_DIFFERENCES;
      if (count < MAX_ALIKE_DIFFERENCES && hasRoom) listDifference(rule, differenceOf(difference));
    },
    note: (noted: Iterable<NotedDifference>): void => {
      // A tolerance or a format is about values in a body, never about a status, a header or an answer that is missing.
      for (const compared of noted)
        listDifference(ruleFor(compared.path, { kind: compared.kind }), {
          ...compared,
          at: '',
          severity: severityOf(compared),
        });
    },
  };
}

/** Yields the differences of two bodies, of which one may be missing. */
function* compareBodies(
  [v1, v2]: Bodies,
  path: PathNode,
  { alignmentWish }: Agreement,
): Generator<BodyDifference> {
  if (v1 !== undefined && v2 !== undefined) yield* compareValues(v1, v2, { path }, alignmentWish);
  else if (v1 !== undefined) yield { place: { path }, kind: 'missing', v1 };
  else if (v2 !== undefined) yield { place: { path }, kind: 'extra', v2 };
}

/** Lists differences of two bodies up to the limit. Returns false if there are more, none of which a client notices. */
function noteBodies(
  bodies: Bodies,
  path: PathNode,
  agreement: Agreement,
  { add, result }: ReturnType<typeof createFindings>,
  most: number,
): boolean {
  let left = most;
  for (const difference of compareBodies(bodies, path, agreement)) {
    add(difference);
    left -= 1;
    if (left < 0) return result.differences.some(({ severity }) => isNoticed.has(severity));
  }
  return true;
}

/** Severities of differences that no later difference makes worse. */
const isNoticed: ReadonlySet<Severity> = new Set(['breaking', 'suspicious']);

const classOf = (status: number): number => Math.floor(status / 100);

/**
 * Creates the comparison of two answers. It remembers the paths of each operation, and no values. A failure of v1 (5xx)
 * leaves nothing to compare. If only v2 fails, the only difference is `unavailable`, the most severe one. Bodies of
 * answers with different classes of status are not compared. A comparison that would take long ends early: it counts as
 * different if a difference that a client may notice was found by then. Otherwise the pair is not compared.
 */
export function createCompare({ rules, now, limits = LIMITS_OUTSIDE_THREAD }: CompareOptions): ComparePair {
  const roots = new Map<string, PathNode>();
  return (v1, v2, operation): Comparison => {
    if (classOf(v1.status) === 5) return { ok: false, reason: 'v1_error' };
    const agreement = createAgreement(rules, operation, now());
    const findings = createFindings(agreement);
    const { note, result } = findings;
    if (classOf(v2.status) === 5) {
      note([{ path: 'answer', kind: 'unavailable', v1: String(v1.status), v2: String(v2.status) }]);
      return result;
    }
    const isAlike = classOf(v1.status) === classOf(v2.status);
    // Equal texts are equal even when they are not JSON.
    const isRead = isAlike && v1.body !== v2.body;
    const bodies = isRead ? readBodies([v1.body, v2.body], limits) : success<Bodies>([undefined, undefined]);
    if (!bodies.ok) return { ok: false, reason: bodies.failure };
    note(compareHeads(v1, v2, isAlike));
    const root = roots.get(operation) ?? createTemplates();
    roots.set(operation, root);
    if (noteBodies(bodies.value, root, agreement, findings, limits.differences)) return result;
    return { ok: false, reason: 'too_costly' };
  };
}
