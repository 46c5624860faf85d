import { MINUTE_MS } from '../contract/clock';
import { TZDate, tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { parseStage, renderStage, type Stage } from './stages/stage';
import { MAX_USED_DAYS } from './evidence/usage';
import type { Brownout } from './stages/brownout';
import { brownoutSchema, type NoteFault, freezeSchema, readBrownouts } from './stages/brownoutPlan';
import type { CutoverSubject } from './evidence/evidenceRegistry';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** Day of the week, which becomes its number: 0 is Sunday. */
const day = z.enum(DAYS).transform((name) => DAYS.indexOf(name));

const clock = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

const zone = z
  .string()
  .refine((name) => !Number.isNaN(tzOffset(name, new Date(0))), 'must be a time zone such as Europe/Vilnius');

const stage = z.string().transform((text, context) => {
  const parsed = parseStage(text);
  if (parsed !== undefined && parsed.kind !== 'v1' && parsed.kind !== 'gone') return parsed;
  const message = 'must be shadow, canary N% or v2';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

/** Time of day, which becomes minutes since midnight. */
const time = z
  .string()
  .regex(clock, 'must be a time such as 09:00')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

const share = (text: string) => Number(text.slice(0, -1)) / 100;
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?%$/, 'must be a percentage below 100%')
  .transform(share);

/** Schema of the requirements of a move forward; rates become shares from 0 to 1. */
export const requirementsSchema = z.strictObject({
  /** Share of compared requests that may differ. */
  differing: percent.refine((limit) => limit > 0, 'must be above 0%').prefault('0.5%'),
  /** Amount by which v2's share of errors may exceed v1's. */
  errorTolerance: percent.refine((limit) => limit > 0, 'must be above 0%').prefault('1%'),
  /** Maximum of v2's 95th percentile of latency: a multiple of v1's plus a number of ms. */
  latencyTimes: z.number().min(1).default(1.5),
  latencyMore: z.int().min(0).default(50),
  /** Maximum estimated share of traffic whose kind was never compared (Good-Turing). */
  unseen: percent.prefault('0.5%'),
  /** Operations that must be compared: those that clients use, all, or these. */
  operations: z
    .union([z.enum(['used', 'all']), z.array(z.string()).min(1)], 'must be used, all or a list of operations')
    .default('used'),
  /** Days back in which an operation counts as used. */
  usedDays: z.int().min(1).max(MAX_USED_DAYS).default(14),
  /** Share of the traffic from which on each caller must be compared. */
  callerShare: percent.prefault('1%'),
  /** Least time in the current stage, in minutes; becomes ms. */
  dwell: z
    .int()
    .min(0)
    .default(60)
    .transform((minutes) => minutes * MINUTE_MS),
});

export type Requirements = z.output<typeof requirementsSchema>;

/** Default requirements for a step of the plan without its own. */
export const standardRequirements = requirementsSchema.parse({});

/** Schema of a plan file. */
export const planSchema = z.strictObject({
  zone: zone.default('UTC'),
  advance: z.enum(['automatic', 'notify']).default('notify'),
  steps: z
    .array(
      z.strictObject({
        resource: z.string(),
        to: stage,
        notBefore: z.string(),
        window: z.strictObject({ days: z.array(day).min(1), from: time, to: time }).optional(),
        require: requirementsSchema.prefault({}),
        onNotReady: z.enum(['hold', 'notify']).default('hold'),
      }),
    )
    .default([]),
  brownouts: z.array(brownoutSchema).default([]),
  freeze: z.array(freezeSchema).default([]),
});

const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * Converts a local time such as `2025-11-03T09:00` in a zone to an instant (ms). A time that summer time skips becomes
 * later by the skipped length. Of a time that occurs twice the later one counts, because a step is "not before".
 * Returns undefined if the text is no such time.
 */
export function localInstant(text: string, zone: string): number | undefined {
  const at = local.test(text) ? Date.parse(`${text}:00Z`) : NaN;
  // Parsing accepts the 31st of February, and returns another day.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return undefined;
  const read = new Date(at);
  const [year, month, day] = [read.getUTCFullYear(), read.getUTCMonth(), read.getUTCDate()];
  return new TZDate(year, month, day, read.getUTCHours(), read.getUTCMinutes(), 0, 0, zone).getTime();
}

/** Lengths (min) of the steps by which clocks are put forward and back. */
const CLOCK_STEPS_MINUTES = [30, 60];

/** Warns of a local time that the clocks of its zone skip or show twice, with its instant. */
function clockWarning(text: string, at: number, zone: string): string | undefined {
  const instantText = (instant: number): string =>
    new TZDate(instant, zone).toISOString().slice(0, text.length);
  const then = `it is taken as ${new Date(at).toISOString()}`;
  if (instantText(at) !== text)
    return `the clocks of ${zone} skip ${text}: ${then}, ${instantText(at)} there`;
  const isTwice = CLOCK_STEPS_MINUTES.some(
    (minutesBack) => instantText(at - minutesBack * MINUTE_MS) === text,
  );
  return isTwice ? `the clocks of ${zone} show ${text} twice: ${then}, the later time` : undefined;
}

/** Hours of the week, in one time zone, in which a step may be taken. */
export interface Window {
  readonly days: readonly number[];
  /** Minutes since local midnight, `from` inclusive, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** IANA name of the zone. */
  readonly zone: string;
}

/** Step of a plan, which its date allows and evidence must support. */
export interface PlanStep {
  /** Id of the step in the log, by which it is taken at most once. */
  readonly id: string;
  readonly resource: string;
  readonly to: Stage;
  /** Clock ms. */
  readonly notBefore: number;
  readonly window: Window | undefined;
  readonly requirements: Requirements;
  /** `hold`: checked again until it is ready; `notify`: notified once, then left to a person. */
  readonly onNotReady: 'hold' | 'notify';
}

/** Steps of all resources, in order for each resource. */
export interface Plan {
  /** `automatic`: a ready step is taken; `notify`: people are notified, and one of them takes it. */
  readonly advance: 'automatic' | 'notify';
  readonly steps: readonly PlanStep[];
  /** Brownouts, sorted by time. */
  readonly brownouts: readonly Brownout[];
  /** Sentences about steps at a time that summer time skips or repeats. */
  readonly warnings: readonly string[];
}

type Written = z.output<typeof planSchema>['steps'][number];

type Known = readonly Pick<CutoverSubject['resources'][number], 'name' | 'operations'>[];

type ReadPlan =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly error: z.ZodError };

function stepOf(written: Written, zone: string, notBefore: number): PlanStep {
  const { resource, to, window, require: requirements, onNotReady } = written;
  return {
    id: `${resource}: ${renderStage(to)} not before ${new Date(notBefore).toISOString()}`,
    resource,
    to,
    notBefore,
    window: window && { ...window, zone },
    requirements,
    onNotReady,
  };
}

/** Complains of each fault of a step. */
function checkStep(
  { resource, window, require: { operations } }: Written,
  resources: Known,
  notBefore: number | undefined,
  complain: NoteFault,
): void {
  const knownResource = resources.find(({ name }) => name === resource);
  const listText = (names: readonly string[]): string => `must be one of ${names.join(', ')}`;
  if (knownResource === undefined) complain(['resource'], listText(resources.map(({ name }) => name)));
  for (const [at, name] of (typeof operations === 'string' ? [] : operations).entries())
    if (knownResource?.operations.includes(name) === false)
      complain(['require', 'operations', at], listText(knownResource.operations));
  if (notBefore === undefined) complain(['notBefore'], 'must be a local time such as 2025-11-03T09:00');
  if (window !== undefined && window.from >= window.to) complain(['window', 'to'], 'must be later than from');
}

/** Reads a plan from plain data with times in its zone, or returns all its faults. */
export function readPlan(value: unknown, resources: Known): ReadPlan {
  const parsedPlan = planSchema.safeParse(value);
  if (!parsedPlan.success) return { ok: false, error: parsedPlan.error };
  const { advance, zone } = parsedPlan.data;
  const steps: PlanStep[] = [];
  const issues: z.core.$ZodIssue[] = [];
  const warnings: string[] = [];
  const complain: NoteFault = (path, message) =>
    void issues.push({ code: 'custom', path: [...path], message, input: undefined });
  for (const [index, writtenStep] of parsedPlan.data.steps.entries()) {
    const notBefore = localInstant(writtenStep.notBefore, zone);
    checkStep(writtenStep, resources, notBefore, (at, message) => complain(['steps', index, ...at], message));
    if (notBefore === undefined) continue;
    steps.push(stepOf(writtenStep, zone, notBefore));
    const warning = clockWarning(writtenStep.notBefore, notBefore, zone);
    if (warning !== undefined) warnings.push(`step ${index + 1} of the plan: ${warning}`);
  }
  const brownouts = readBrownouts(parsedPlan.data, {
    resources: resources.map(({ name }) => name),
    instant: (text) => localInstant(text, zone),
    complain,
  });
  if (steps.length + brownouts.length + issues.length === 0)
    complain(['steps'], 'must name a step or a brownout');
  if (issues.length > 0) return { ok: false, error: new z.ZodError(issues) };
  return { ok: true, plan: { advance, steps, brownouts, warnings } };
}
