import type { Logger } from 'pino';
import type { Notice } from '../cutover/notice';
import type { Finding } from '../drift/finding';

/** What drift is told to. */
export interface DriftLogParts {
  readonly logger: Logger;
  readonly notify: (notice: Notice) => void;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Findings of all processes that are remembered as told. */
const MOST = 2_000;

const outcomes: Readonly<Record<Finding['effect'], string>> = {
  passed: 'answers stay as they were',
  replaced: 'clients get something else in its place',
  leftOut: 'lists are answered without the row',
  refused: 'answers are refused',
};

/** One sentence: places and forms, never values. */
function describeFinding({ endpoint, path, found, expected, effect }: Finding): string {
  const instead = expected === '' ? '' : ` instead of ${expected}`;
  return `v2 answers in a new shape: ${endpoint} shows ${path} as ${found}${instead}; ${outcomes[effect]}`;
}

/** Logs and notifies of what has drifted, each finding once, however many processes have found it. */
export function createDriftLog({ logger, notify, now }: DriftLogParts): (finding: Finding) => void {
  const told = new Set<string>();
  return (finding) => {
    const { endpoint, path, kind, found, effect } = finding;
    const id = ['drift', endpoint, path, kind, found, effect].join(' ');
    if (told.has(id) || told.size >= MOST) return;
    told.add(id);
    logger.warn(finding, 'v2 answers in a new shape');
    notify({
      kind: 'drift',
      resource: '*',
      id,
      at: now(),
      severity: 'warning',
      text: describeFinding(finding),
    });
  };
}
