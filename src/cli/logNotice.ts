import type { Logger } from 'pino';
import type { Notice } from '../cutover/notice';

/** Drift is logged where it is found, with its parts. */
const levels: Readonly<Record<Exclude<Notice['kind'], 'drift'>, 'info' | 'warn'>> = {
  moved: 'info',
  ready: 'info',
  recovered: 'info',
  movedBack: 'warn',
  held: 'warn',
  released: 'warn',
  killed: 'warn',
  pinned: 'warn',
  resolved: 'info',
  notReady: 'warn',
  ambiguousWrite: 'warn',
  degraded: 'warn',
  expiringRule: 'warn',
  expiredRule: 'warn',
};

/** Writes what a person wants to hear of into the log. */
export const logNotice =
  (logger: Logger) =>
  ({ kind, resource, severity, text }: Notice): void => {
    if (kind === 'drift') return;
    const level = kind === 'degraded' && severity === 'critical' ? 'error' : levels[kind];
    logger[level]({ resource, notice: kind }, text);
  };
