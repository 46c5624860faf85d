import type { Alignment, Compare, Compared, NotCompared, SeenAnswer } from './answerPair';
import { type Agreement, createAgreement } from './agreement';
import { readTree, type TreeFault } from './readTree';
import type { Tree } from './tree';
import { failure, type Result, success } from '../../contract/result';
import { createDifferenceFindings, type DifferenceFindings } from './differenceFindings';
import { createTemplates, type PathNode } from './pathTemplates';
import type { IgnoreRule } from './ignoreRules';
import { walkTrees } from './walkTrees';

type Headers = SeenAnswer['headers'];

/**
 * The headers that programs read. Others name the server, the moment or the connection, and differ by right; `link` is
 * not among them, because the gateway adds a link of its own to every answer.
 */
const COMPARED = [
  'content-type',
  'content-language',
  'content-disposition',
  'location',
  'www-authenticate',
] as const;

/** The name of a header and what each side says; absent on the side that does not send it. */
interface HeaderPair {
  readonly name: string;
  readonly v1?: string;
  readonly v2?: string;
}

/** Of a content type only the media type: a charset means nothing for JSON (RFC 8259, 11). */
function saidBy(headers: Headers, name: (typeof COMPARED)[number]): string | undefined {
  const said = headers[name];
  return name === 'content-type' ? said?.replace(/\s*;.*$/s, '').toLowerCase() : said;
}

/** The headers that differ. */
const compareHeaders = (v1: Headers, v2: Headers): readonly HeaderPair[] =>
  COMPARED.flatMap((name) => {
    const [one, other] = [saidBy(v1, name), saidBy(v2, name)];
    if (one === other) return [];
    return {
      name,
      ...(one === undefined ? {} : { v1: one }),
      ...(other === undefined ? {} : { v2: other }),
    };
  });

/** What two answers are held together by. */
interface CompareOptions {
  readonly rules: readonly IgnoreRule[];
  /** What time it is, clock ms: rules that have expired do not count. */
  readonly now: () => number;
  /** Characters of the longest body that is read; 16 million unless told. */
  readonly mostCharacters?: number;
}

const MOST_CHARACTERS = 16_000_000;

/** Both bodies; one that is empty is absent. */
interface Bodies {
  readonly v1: Tree | undefined;
  readonly v2: Tree | undefined;
}

const readBody = (text: string): Result<Tree | undefined, TreeFault> =>
  text === '' ? success(undefined) : readTree(text);

const reasons: Readonly<Record<TreeFault, NotCompared>> = { syntax: 'not_json', tooDeep: 'too_large' };

function readBodies(v1: string, v2: string, most: number): Result<Bodies, NotCompared> {
  if (Math.max(v1.length, v2.length) > most) return failure('too_large');
  const [one, other] = [readBody(v1), readBody(v2)];
  if (!one.ok) return failure(reasons[one.failure]);
  return other.ok ? success({ v1: one.value, v2: other.value }) : failure(reasons[other.failure]);
}

function noteHeads(v1: SeenAnswer, v2: SeenAnswer, { note }: DifferenceFindings): void {
  if (v1.status !== v2.status) {
    note({ path: 'status', at: '', kind: 'status', v1: String(v1.status), v2: String(v2.status) });
  }
  for (const { name, v1: one, v2: other } of compareHeaders(v1.headers, v2.headers)) {
    note({
      ...{ path: `headers.${name}`, at: '', kind: 'header' },
      ...(one === undefined ? {} : { v1: JSON.stringify(one) }),
      ...(other === undefined ? {} : { v2: JSON.stringify(other) }),
    });
  }
}

function compareBodies(
  { v1, v2 }: Bodies,
  path: PathNode,
  { add }: DifferenceFindings,
  agreement: Agreement,
): ReadonlyMap<string, Alignment> {
  const alignments = new Map<string, Alignment>();
  if (v1 === undefined || v2 === undefined) {
    if (v1 !== undefined) add({ place: { path }, kind: 'missing', v1 });
    if (v2 !== undefined) add({ place: { path }, kind: 'extra', v2 });
    return alignments;
  }
  walkTrees(v1, v2, path, {
    found: add,
    wish: ({ text }) => agreement.wish(text),
    aligned: ({ text }, how) => void alignments.set(text, how),
  });
  return alignments;
}

const SAME = success<Bodies>({ v1: undefined, v2: undefined });

const classOf = (status: number): number => Math.floor(status / 100);

/**
 * Makes the comparison of two answers. Of each operation it remembers the paths that it has told apart, and no values.
 * v1's own failures (5xx) are nothing to hold v2 against. Where only v2 fails, that is the largest difference there is
 * and the only one: `unavailable`. Bodies of two kinds of status are not looked into.
 */
export function createCompare({ rules, now, mostCharacters = MOST_CHARACTERS }: CompareOptions): Compare {
  const operations = new Map<string, PathNode>();
  const rootOf = (operation: string): PathNode => {
    const root = operations.get(operation) ?? createTemplates();
    operations.set(operation, root);
    return root;
  };

  return (v1, v2, operation): Compared => {
    if (classOf(v1.status) === 5) return { ok: false, reason: 'v1_error' };
    const agreement = createAgreement(rules, operation, now());
    const findings = createDifferenceFindings(agreement);
    if (classOf(v2.status) === 5) {
      const statuses = { v1: String(v1.status), v2: String(v2.status) };
      findings.note({ path: 'answer', at: '', kind: 'unavailable', ...statuses });
      return findings.told(new Map());
    }
    if (classOf(v1.status) !== classOf(v2.status)) {
      noteHeads({ ...v1, headers: {} }, { ...v2, headers: {} }, findings);
      return findings.told(new Map());
    }
    // Equal texts are equal, whatever they are.
    const bodies = v1.body === v2.body ? SAME : readBodies(v1.body, v2.body, mostCharacters);
    if (!bodies.ok) return { ok: false, reason: bodies.failure };
    noteHeads(v1, v2, findings);
    const alignments = compareBodies(bodies.value, rootOf(operation), findings, agreement);
    return findings.told(alignments);
  };
}
