import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { BenchOptions } from './benchOptions';
import { ROOT } from './buildGateway';
import { coldLookup } from './coldLookup';
import { type Goal, goals } from './goals';
import { growth } from './growth';
import { idleClients } from './idleClients';
import { latency } from './latency';
import { lists } from './lists';
import { micro } from './micro';
import { describeMachine } from './report/describeMachine';
import { renderTable } from './report/renderTable';
import { requests } from './requests';
import { shadow } from './shadow';

/** Those of each Node stay next to each other. */
const fileOf = (node: string): string =>
  join(ROOT, 'test', 'bench', Number(/\d+/.exec(node)?.[0]) < 24 ? 'figures.json' : 'figures-24.json');
const QUICK = join(ROOT, 'node_modules', '.cache', 'lifeboat-bench', 'figures.json');

/** Reads what the last run reached, which stands next to the new figures. */
function goalsIn(file: string): readonly Goal[] {
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly goals: readonly Goal[] }).goals;
}

/** Measures one part; one that fails costs its own figures and not those of the others. */
async function orUndefined<Found>(
  measure: () => Found | Promise<Found>,
  write: (line: string) => void,
): Promise<Found | undefined> {
  try {
    return await measure();
  } catch (error) {
    write(`failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return undefined;
  }
}

/** All figures of speed in one run, printed and kept as JSON, with what was aimed at; quick: those that goals speak of. */
export async function whole(write: (line: string) => void, options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const { node, processors, loadTool, upstream } = machine;
  write(`Node ${node}, ${processors}, load by ${loadTool}, upstream ${upstream}`);
  const began = performance.now();
  const part = <Found>(
    measure: (write: (line: string) => void, options: BenchOptions) => Found | Promise<Found>,
  ) => orUndefined(() => measure(write, options), write);
  const goalsOnly = options.quick;
  const figures = {
    requests: await part(requests),
    latency: await part(latency),
    lists: await part(lists),
    coldLookup: goalsOnly ? undefined : await part(coldLookup),
    idleClients: goalsOnly ? undefined : await part(idleClients),
    shadow: await part(shadow),
    growth: goalsOnly ? undefined : await part(growth),
    micro: await part(micro),
  };
  const file = resolve(options.json ?? (options.quick ? QUICK : fileOf(node)));
  const before = goalsIn(file);
  const reached = goals({ ...figures, node });
  write('goals');
  const rows = reached.map(({ name, goal, value, isMet }) => [
    ...[name, goal, value, isMet ? 'met' : 'not met'],
    before.find((goalBefore) => goalBefore.name === name)?.value ?? '',
  ]);
  for (const line of renderTable(['', 'goal', 'reached', '', 'before'], rows)) write(`  ${line}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, goals: reached, ...figures }, undefined, 2)}\n`);
  write(
    `${((performance.now() - began) / 60_000).toFixed(1)} minutes; kept in ${relative(process.cwd(), file)}`,
  );
}
