import type { Finding, Severity } from './finding';

const colours: Readonly<Record<Severity, number>> = { ok: 32, warning: 33, error: 31 };

const WIDTH = 'warning'.length;

/** A finding for people: how bad, about what, what, and below it what to do. */
export function renderFinding({ severity, subject, message, advice }: Finding, colour: boolean): string {
  const word = severity.padEnd(WIDTH);
  const shown = colour ? `\u001b[${colours[severity]}m${word}\u001b[0m` : word;
  const line = `${shown}  ${subject}: ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(WIDTH)}  = ${advice}`;
}
