import type { Sample } from '../../comparison/sample';
import type { Json } from '../../contract/json';
import type { Origins } from '../../explanation/originsIn';
import { readJson } from '../../translation/readJson';
import { leavesOf } from './leavesOf';

/** One place of a pair: what v1 said there, what v2 came to, and what v2 itself said at its source. */
export interface ColumnRow {
  readonly at: string;
  readonly v1: string | undefined;
  readonly v2: string | undefined;
  readonly raw: string | undefined;
  /** Where v2 said it; absent where no mapping line reads anything. */
  readonly source: string | undefined;
  readonly line: string | undefined;
}

type Leaves = ReadonlyMap<string, string>;

/** The values of a body; one that is not JSON is one value. */
function bodyLeaves(body: string): Leaves {
  const read = readJson(body, 'drop');
  const root: Json = read.ok ? read.value : body;
  return leavesOf(root);
}

/** Where in v2's own answers the resource of a v1 place stands: of a list it is found by its id. */
function rootOf(at: string, translated: Leaves, raw: Leaves): string {
  const element = /^data\.\[\d+\]/.exec(at)?.[0];
  if (element === undefined) return 'data';
  const id = translated.get(`${element}.id`)?.replaceAll('"', '');
  const found = [...raw].find(([place, value]) => /^data\.\[\d+\]\.id$/.test(place) && value === id);
  return found === undefined ? element : found[0].replace(/\.id$/, '');
}

function rowAt(
  at: string,
  v1: Leaves,
  v2: Leaves,
  raw: Leaves,
  operation: string,
  origins: Origins,
): ColumnRow {
  const origin = origins(operation, at);
  const root = origin?.within === 'body' ? '' : `${rootOf(at, v2, raw)}.`;
  const source = origin?.source === undefined ? undefined : `${root}${origin.source}`;
  return {
    at,
    v1: v1.get(at),
    v2: v2.get(at),
    raw: source === undefined ? undefined : raw.get(source),
    source,
    line: origin?.place,
  };
}

/** Sets a pair side by side, v1's order first: every value of both, beside what v2 itself said. */
export function threeColumns({ v1, v2, raw, operation }: Sample, origins: Origins): readonly ColumnRow[] {
  const [one, other] = [bodyLeaves(v1.body), bodyLeaves(v2.body)];
  // Pages of one list have disjoint ids, and of several calls the last one to say something counts.
  const own = new Map(raw.flatMap(({ body }) => [...bodyLeaves(body)]));
  const status: ColumnRow = {
    at: 'status',
    v1: String(v1.status),
    v2: String(v2.status),
    raw: raw.map((answer) => answer.status).join(', '),
    source: undefined,
    line: origins(operation, 'status')?.place,
  };
  const places = new Set([...one.keys(), ...other.keys()]);
  return [status, ...[...places].map((at) => rowAt(at, one, other, own, operation, origins))];
}
