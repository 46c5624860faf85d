import type { Difference } from '../../gateway/playFixture';
import type { Terminal } from '../terminal';
import { unlikePlaces } from './unlikePlaces';

/** Most places shown of one difference. */
const MOST = 5;

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Prints each fixture that came out otherwise, with the places that tell. */
export function printDifferences(differences: readonly Difference[], { complain }: Terminal): void {
  for (const { fixture, place, what, expected, got } of differences) {
    complain(`${place}: ${fixture}: ${what} is not as expected`);
    const places = unlikePlaces(expected, got);
    for (const { path, ...unlike } of places.slice(0, MOST)) {
      const at = path === '' ? '' : `${path}: `;
      complain(`  ${at}expected ${shown(unlike.expected)}, got ${shown(unlike.got)}`);
    }
    complain(places.length > MOST ? `  and ${places.length - MOST} more\n` : '');
  }
}
