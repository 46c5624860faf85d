import { painter, type TextStyle } from '../terminal';
/** Severity of a finding: in order, worth knowing or fixing, or keeping requests from being answered. */
export type FindingSeverity = 'ok' | 'warning' | 'error';

/** One result of a check. It holds no key and no value of an upstream. */
export interface Finding {
  /** The thing that was checked, e.g. `settings` or `v2`. */
  readonly subject: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  /** Advice to the operator. */
  readonly advice?: string;
}

/** Makes findings about one subject; a warning or an error always carries advice. */
export interface FindingMaker {
  readonly ok: (message: string) => Finding;
  readonly warning: (message: string, advice: string | undefined) => Finding;
  readonly error: (message: string, advice: string | undefined) => Finding;
}

/** Creates the functions that make findings about a subject. */
export function findingsAbout(subject: string): FindingMaker {
  const bad = (severity: FindingSeverity) => (message: string, advice: string | undefined) => ({
    subject,
    severity,
    message,
    ...(advice === undefined ? {} : { advice }),
  });
  return {
    ok: (message) => ({ subject, severity: 'ok', message }),
    warning: bad('warning'),
    error: bad('error'),
  };
}

const styles: Readonly<Record<FindingSeverity, TextStyle>> = { ok: 'green', warning: 'yellow', error: 'red' };

const WIDTH = 'warning'.length;

/** Renders a finding for people: severity, subject and message, with the advice below. */
export function renderFinding({ severity, subject, message, advice }: Finding, colour: boolean): string {
  const word = severity.padEnd(WIDTH);
  const line = `${painter(colour)(styles[severity], word)}  ${subject}: ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(WIDTH)}  = ${advice}`;
}
