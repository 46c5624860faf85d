import { rulesInForce } from '../compare/agreement';
import type { IgnoreRule } from '../compare/ignoreRules';
import { listLeaves, type Sample } from '../keep/keptSample';
import type { Origin, Origins } from '../../mapping/explain/origins';
import type { PairWire } from '../../mapping/profile/wire';
import { readJson } from '../../mapping/translate/exactJson';

/** One place of a pair: v1's value, v2's translated value, and v2's own value at the source. */
export interface ColumnRow {
  readonly at: string;
  readonly v1: string | undefined;
  readonly v2: string | undefined;
  readonly raw: string | undefined;
  /** Place of v2's own value. It is absent when no mapping line reads one. */
  readonly source: string | undefined;
  readonly line: string | undefined;
  /** True also for secrets, although their hidden values look alike. */
  readonly differs: boolean;
  /** True when any difference here is agreed. */
  readonly agreed: boolean;
}

type Leaves = ReadonlyMap<string, string>;

/** Lists the values of a body. A body that is not JSON is one value. */
function bodyLeaves(body: string): Leaves {
  const read = readJson(body, 'drop');
  const leaves = listLeaves(read.ok ? read.value : body);
  return new Map(Array.from(leaves, ([steps, value]) => [steps.join('.'), JSON.stringify(value)]));
}

const ELEMENT = /^data\.\[\d+\]/;

/** Finds the v2 answer, and the place in it, of the list element with an id. */
function findElement(
  id: string | undefined,
  { raw, idPath }: PairAnswers,
): readonly [Leaves, string] | undefined {
  for (const leaves of raw) {
    for (const [pointer, value] of leaves) {
      const [element] = ELEMENT.exec(pointer) ?? [];
      if (pointer === `${element}.${idPath}` && idOf(value) === id) return [leaves, `${element}.`];
    }
  }
  return undefined;
}

interface Said {
  readonly source: string;
  readonly raw: string | undefined;
}

function valueOfElement(element: string, source: string, pairAnswers: PairAnswers): Said {
  const id = pairAnswers.translated.get(`${element}.id`)?.replaceAll('"', '');
  const listed = findElement(id, pairAnswers);
  if (listed === undefined) return { source: `${element}.${source}`, raw: undefined };
  const [leaves, root] = listed;
  return { source: root + source, raw: leaves.get(root + source) };
}

/** Matches the beginning of a source in the answer of a further call: `calls.owner.`. */
const OF_CALL = /^calls\.\w+\./;

/** Returns an id, or the hash in its stand-in: v1 has as text what v2 may have as a number. */
const idOf = (value = ''): string => /#[\da-f]{8}/.exec(value)?.[0] ?? value.replaceAll('"', '');

/** The answers of one pair: what v2's were translated into, and the path of the id in them. */
interface PairAnswers {
  readonly translated: Leaves;
  readonly raw: readonly Leaves[];
  readonly idPath: string;
}

/** Reads v2's own value of a resource: in the first answer by its id, or in the one further answer that has it. */
function valueOfResource(source: string, { translated, raw, idPath }: PairAnswers): Said {
  const inner = source.replace(OF_CALL, '');
  const pointer = `data.${inner}`;
  const id = translated.get('data.id');
  const shownAnswers = raw.filter(
    (leaves) => id !== undefined && idOf(leaves.get(`data.${idPath}`)) === idOf(id),
  );
  const [first] = shownAnswers.length === 1 ? shownAnswers : [];
  if (inner === source) {
    const answer = first ?? raw.findLast((leaves) => leaves.has(pointer));
    return { source: pointer, raw: answer?.get(pointer) };
  }
  const further = raw.filter((leaves) => leaves !== first && leaves.has(pointer));
  return { source, raw: further.length === 1 ? further[0]?.get(pointer) : undefined };
}

/** Reads v2's own value at the source of a v1 place. Of several calls, the last one with a value counts. */
function v2ValueOf(path: string, { source = '', within }: Origin, pairAnswers: PairAnswers): Said {
  const { raw } = pairAnswers;
  const [element] = ELEMENT.exec(path) ?? [];
  if (within !== 'resource')
    return { source, raw: raw.findLast((leaves) => leaves.has(source))?.get(source) };
  return element === undefined
    ? valueOfResource(source, pairAnswers)
    : valueOfElement(element, source, pairAnswers);
}

/** Puts a pair side by side, in v1's order: every value of both answers, and v2's own value. */
export function listColumnRows(
  { v1, v2, raw, operation, secrets = [] }: Sample,
  {
    origins,
    isAgreed,
    wire,
  }: {
    readonly origins: Origins;
    readonly isAgreed: (pointer: string) => boolean;
    readonly wire: Pick<PairWire, 'readForm'>;
  },
): readonly ColumnRow[] {
  const [leaves1, leaves2] = [bodyLeaves(v1.body), bodyLeaves(v2.body)];
  // Mapping lines name the places of the mappings' form, which v2 itself need not write.
  const rawLeaves = raw.map((answer) => bodyLeaves(wire.readForm('v2', answer).body));
  const idPath = origins(operation, 'data.id')?.source ?? 'id';
  const pairAnswers = { translated: leaves2, raw: rawLeaves, idPath };
  const status: ColumnRow = {
    at: 'status',
    v1: String(v1.status),
    v2: String(v2.status),
    raw: raw.map((answer) => answer.status).join(', '),
    source: undefined,
    line: origins(operation, 'status')?.place,
    differs: v1.status !== v2.status,
    agreed: isAgreed('status'),
  };
  const rows = [...new Set([...leaves1.keys(), ...leaves2.keys()])].map((path): ColumnRow => {
    const origin = origins(operation, path);
    const rawAnswer = origin?.source === undefined ? undefined : v2ValueOf(path, origin, pairAnswers);
    const { raw: value, source } = rawAnswer ?? { raw: undefined, source: undefined };
    const values = { v1: leaves1.get(path), v2: leaves2.get(path), raw: value };
    const differs = values.v1 !== values.v2 || secrets.includes(path);
    return { at: path, ...values, source, line: origin?.place, differs, agreed: isAgreed(path) };
  });
  return [status, ...rows];
}

/** Creates the test for the places of an operation's answer that may differ by agreement. `now` is clock ms. */
export function createAgreedPlaceTest(
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): (pointer: string) => boolean {
  const wholeRules = rulesInForce(rules, operation, now).filter(
    ({ rule: { comparator, kind } }) => comparator.kind === 'ignore' && kind === undefined,
  );
  return (pointer) => {
    const path = pointer.replace(/\[\d+\]/g, '[]');
    return wholeRules.some(({ matches }) => matches(path));
  };
}
