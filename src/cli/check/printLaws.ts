import type { Terminal } from '../terminal';
import type { LawFindings } from './lawFindings';

/** Prints every broken law with the values that show it and the mapping line at fault, and one line that sums up. */
export function printLaws(
  { broken, properties, runs, seed }: LawFindings,
  { write, complain }: Terminal,
): void {
  for (const { law, says, what, place, text, exhibits } of broken) {
    complain(`the law "${law}" is broken: ${what}`);
    complain(`  it says: ${says}`);
    for (const [name, value] of Object.entries(exhibits)) complain(`  ${name}: ${JSON.stringify(value)}`);
    if (place !== undefined && text !== undefined) complain(`  ${place} | ${text.trim()}`);
    complain('');
  }
  const outcome = broken.length === 0 ? 'every law holds' : `${broken.length} broken`;
  write(`laws: ${properties} properties tried ${runs} times each with seed ${seed}: ${outcome}`);
}
