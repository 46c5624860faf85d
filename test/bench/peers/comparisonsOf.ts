import type { Running } from '../machine/startProcess';
import { adminOf } from './adminOf';

/** Counts the comparisons of a gateway, by outcome. */
export async function comparisonsOf(gateway: Running): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${adminOf(gateway)}/metrics`)).text();
  const counts = new Map<string, number>();
  for (const [, outcome = '', count] of text.matchAll(
    /^lifeboat_comparisons_total\{.*outcome="(\w+)".*\} (\d+)/gm,
  )) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + Number(count));
  }
  return counts;
}
