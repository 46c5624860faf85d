/** How bad it is: nothing, something to know or to mend, something that keeps requests from being answered. */
export type Severity = 'ok' | 'warning' | 'error';

/** One thing that the doctor found. Holds no key and no value of an upstream. */
export interface Finding {
  /** What was looked at, e.g. `settings` or `v2`. */
  readonly subject: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** Makes findings about one subject; whatever is not in order comes with what to do about it. */
export interface FindingMaker {
  readonly ok: (message: string) => Finding;
  readonly warning: (message: string, advice: string | undefined) => Finding;
  readonly error: (message: string, advice: string | undefined) => Finding;
}

/** The maker of findings about a subject. */
export function findingsAbout(subject: string): FindingMaker {
  const bad = (severity: Severity) => (message: string, advice: string | undefined) => ({
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

const colours: Readonly<Record<Severity, number>> = { ok: 32, warning: 33, error: 31 };

const WIDTH = 'warning'.length;

/** A finding for people: how bad, about what, what, and below it what to do. */
export function renderFinding({ severity, subject, message, advice }: Finding, colour: boolean): string {
  const word = severity.padEnd(WIDTH);
  const shown = colour ? `\u001b[${colours[severity]}m${word}\u001b[0m` : word;
  const line = `${shown}  ${subject}: ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(WIDTH)}  = ${advice}`;
}
