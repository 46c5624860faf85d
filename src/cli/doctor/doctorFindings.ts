import { createPainter, type TextStyle } from '../terminal';

/** Severity of a finding: in order, worth knowing or fixing, or keeping requests from being answered. */
export type FindingSeverity = 'ok' | 'warning' | 'error';

/** Finding of a check. It holds no key and no value of an upstream. */
export interface DoctorFinding {
  readonly severity: FindingSeverity;
  readonly message: string;
  /** Advice to the operator. */
  readonly advice?: string;
}

/** Finding about a thing such as `settings` or `v2`. */
export interface Finding extends DoctorFinding {
  readonly subject: string;
}

/** A check under way: what it finds, one after the other. */
export type CheckRun = AsyncGenerator<DoctorFinding, void, void>;
export type CheckSteps = Generator<DoctorFinding, void, void>;

/** Findings of a check, one after the other. */
export type Check = AsyncIterable<DoctorFinding> | Iterable<DoctorFinding>;

/** Makes the finding that something is in order. */
export const okFinding = (message: string): DoctorFinding => ({ severity: 'ok', message });

const createFindingMaker =
  (severity: FindingSeverity) =>
  (message: string, advice?: string): DoctorFinding => ({
    severity,
    message,
    ...(advice !== undefined && { advice }),
  });

/** Makes a finding that is worth knowing or fixing, with advice. */
export const warning = createFindingMaker('warning');

/** Makes a finding that keeps requests from being answered, with advice. */
export const error = createFindingMaker('error');

/** The severities that a check has found. */
export type Severities = ReadonlySet<FindingSeverity>;

/** Adds the subject to each finding of a check; returns the severities that it has found. */
export async function* withSubject(subject: string, check: Check): AsyncGenerator<Finding, Severities> {
  const severities = new Set<FindingSeverity>();
  for await (const finding of check) {
    severities.add(finding.severity);
    yield { subject, ...finding };
  }
  return severities;
}

const styles: Readonly<Record<FindingSeverity, TextStyle>> = { ok: 'green', warning: 'yellow', error: 'red' };

const WIDTH = 'warning'.length;

/** Renders a finding for people: severity, subject and message, with the advice below. */
export function renderFinding({ severity, subject, message, advice }: Finding, colour: boolean): string {
  const line = `${createPainter(colour)(styles[severity], severity.padEnd(WIDTH))}  ${subject}: ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(WIDTH)}  = ${advice}`;
}
