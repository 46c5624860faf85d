import { type Plan, readPlan } from '../../../src/cutover/plan.js';

/** The instant at which each schedule begins: 15 s before the plan's step and its brownout. */
export const SCHEDULE_START = Date.UTC(2025, 9, 1, 11, 59, 45);

/** A step and a brownout, both due 15 s after the begin. */
export function planned(): Plan {
  const at = '2025-10-01T12:00';
  const written = {
    advance: 'automatic',
    steps: [{ resource: 'account', to: 'shadow', notBefore: at, require: { dwell: 0 } }],
    brownouts: [{ at, minutes: 1, resources: ['account'] }],
  };
  const read = readPlan(written, [{ name: 'account', operations: ['read', 'update'] }]);
  if (!read.ok) throw read.error;
  return read.plan;
}

/** Numbers of entries that the plan and its brownout make in the log. */
export const ENTRIES = { step: 1, hour: 1, began: 1, ended: 1 } as const;

/** Time (ms) from the begin of a schedule to the end of its brownout, and a tick of somebody after it. */
export const PLANNED = 80_000;
