import type { Alignment, Compare, Compared, NotCompared, SeenAnswer } from './answerPair';
import { type Agreement, createAgreement } from './agreement';
import { readTree, type TreeFault } from '../../contract/readTree';
import type { Tree } from '../../contract/readTree';
import type { Severity } from './difference';
import { failure, type Result, success } from '../../contract/result';
import { createDifferenceFindings, type DifferenceFindings } from './differenceFindings';
import { createTemplates, type PathNode } from './pathTemplates';
import type { IgnoreRule } from './ignoreRules';
import { walkTrees } from './walkTrees';

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
  /** Values of both bodies together, by their commas. */
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
export const whileServing: CompareLimits = { characters: 100_000, values: 1_000, differences: 200 };

/** Limits in a thread of such a process: far beyond any page of a list, but finite. */
export const inThread: CompareLimits = { characters: 8_000_000, values: 500_000, differences: 20_000 };

function hasManyValues(texts: readonly string[], most: number): boolean {
  let charactersLeft = most;
  for (const text of most === Infinity ? [] : texts)
    for (let at = text.indexOf(','); at >= 0 && charactersLeft >= 0; at = text.indexOf(',', at + 1))
      charactersLeft -= 1;
  return charactersLeft < 0;
}

interface Bodies {
  readonly v1: Tree | undefined;
  readonly v2: Tree | undefined;
}

const readBody = (text: string): Result<Tree | undefined, TreeFault> =>
  text === '' ? success(undefined) : readTree(text);

const reasons: Readonly<Record<TreeFault, NotCompared>> = { syntax: 'not_json', tooDeep: 'too_large' };

function readBodies(v1: string, v2: string, most: CompareLimits): Result<Bodies, NotCompared> {
  if (v1.length + v2.length > most.characters) return failure('too_costly');
  if (hasManyValues([v1, v2], most.values)) return failure('too_costly');
  const [body1, body2] = [readBody(v1), readBody(v2)];
  if (!body1.ok) return failure(reasons[body1.failure]);
  return body2.ok ? success({ v1: body1.value, v2: body2.value }) : failure(reasons[body2.failure]);
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

/** Reads a header; of a content type only the media type, because a charset has no effect on JSON (RFC 8259, 11). */
function headerValue({ headers }: SeenAnswer, name: (typeof COMPARED_HEADERS)[number]): string | undefined {
  const value = headers[name];
  return name === 'content-type' ? value?.replace(/\s*;.*$/s, '').toLowerCase() : value;
}

function noteStatusAndHeaders(v1: SeenAnswer, v2: SeenAnswer, { note }: DifferenceFindings): void {
  if (v1.status !== v2.status) {
    note({ path: 'status', at: '', kind: 'status', v1: String(v1.status), v2: String(v2.status) });
  }
  for (const name of COMPARED_HEADERS) {
    const [value1, value2] = [headerValue(v1, name), headerValue(v2, name)];
    if (value1 === value2) continue;
    note({
      path: `headers.${name}`,
      at: '',
      kind: 'header',
      ...(value1 === undefined ? {} : { v1: JSON.stringify(value1) }),
      ...(value2 === undefined ? {} : { v2: JSON.stringify(value2) }),
    });
  }
}

function compareBodies(
  { v1, v2 }: Bodies,
  path: PathNode,
  { add, isEnough }: DifferenceFindings,
  agreement: Agreement,
): ReadonlyMap<string, Alignment> {
  const alignments = new Map<string, Alignment>();
  if (v1 === undefined || v2 === undefined) {
    if (v1 !== undefined) add({ place: { path }, kind: 'missing', v1 });
    if (v2 !== undefined) add({ place: { path }, kind: 'extra', v2 });
    return alignments;
  }
  walkTrees(v1, v2, path, {
    difference: add,
    isEnough,
    wish: ({ text }) => agreement.wish(text),
    aligned: ({ text }, how) => void alignments.set(text, how),
  });
  return alignments;
}

/** Severities of differences that no later difference makes worse. */
const isNoticed: ReadonlySet<Severity> = new Set(['breaking', 'suspicious']);

const SAME = success<Bodies>({ v1: undefined, v2: undefined });

const classOf = (status: number): number => Math.floor(status / 100);

/**
 * Creates the comparison of two answers. It remembers the paths of each operation, and no values. A failure of v1 (5xx)
 * leaves nothing to compare. If only v2 fails, the only difference is `unavailable`, the most severe one. Bodies of
 * answers with different classes of status are not compared. A comparison that would take long ends early: it counts as
 * different if a difference that a client may notice was found by then; otherwise the pair is not compared.
 */
export function createCompare({ rules, now, limits = LIMITS_OUTSIDE_THREAD }: CompareOptions): Compare {
  const operations = new Map<string, PathNode>();
  const rootOf = (operation: string): PathNode => {
    const root = operations.get(operation) ?? createTemplates();
    operations.set(operation, root);
    return root;
  };

  return (v1, v2, operation): Compared => {
    if (classOf(v1.status) === 5) return { ok: false, reason: 'v1_error' };
    const agreement = createAgreement(rules, operation, now());
    const findings = createDifferenceFindings(agreement, limits.differences);
    if (classOf(v2.status) === 5) {
      const statuses = { v1: String(v1.status), v2: String(v2.status) };
      findings.note({ path: 'answer', at: '', kind: 'unavailable', ...statuses });
      return findings.result(new Map());
    }
    if (classOf(v1.status) !== classOf(v2.status)) {
      noteStatusAndHeaders({ ...v1, headers: {} }, { ...v2, headers: {} }, findings);
      return findings.result(new Map());
    }
    // Equal texts are equal even when they are not JSON.
    const bodies = v1.body === v2.body ? SAME : readBodies(v1.body, v2.body, limits);
    if (!bodies.ok) return { ok: false, reason: bodies.failure };
    noteStatusAndHeaders(v1, v2, findings);
    const alignments = compareBodies(bodies.value, rootOf(operation), findings, agreement);
    const result = findings.result(alignments);
    const isKnown =
      !findings.isEnough() || result.differences.some(({ severity }) => isNoticed.has(severity));
    return isKnown ? result : { ok: false, reason: 'too_costly' };
  };
}
