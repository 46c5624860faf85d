import type { Terminal } from '../terminal';
import type { ShownNarrowing } from './narrowings';

const LONGEST_SHOWN = 60;

function shown(value: ShownNarrowing['value']): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_SHOWN
    ? `${text.slice(0, LONGEST_SHOWN)}... (${text.length - 2} characters)`
    : text;
}

/** Prints, as warnings, what v1 takes and v2 would refuse: the member, how it stands to v2's limit, an example. */
export function printNarrowings(found: readonly ShownNarrowing[], { complain }: Terminal): void {
  for (const { operation, member, is, value, place, text } of found) {
    complain(
      `warning: ${operation}: v2 refuses what v1 takes: ${member} that is ${is}, e.g. ${shown(value)}`,
    );
    if (text !== undefined) complain(`  ${place} | ${text.trim()}`);
  }
  if (found.length > 0) complain('');
}
