import { InvalidArgumentError } from 'commander';

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Reads an instant given on the command line, a day meaning its beginning in UTC, as milliseconds. */
export function parseInstant(text: string): number {
  const instant = INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) {
    throw new InvalidArgumentError('It is written 2025-11-01 or 2025-11-01T12:00:00Z.');
  }
  return instant;
}
