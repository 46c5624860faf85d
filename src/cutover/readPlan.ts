import { z } from 'zod';
import type { Subject } from './evidence';
import { localInstant } from './localInstant';
import type { Plan, Step, Window } from './plan';
import { planSchema, WEEK } from './planSchema';
import { renderStage } from './renderStage';
import { standardRequirements } from './requirements';

type Written = z.output<typeof planSchema>['steps'][number];
type Issue = z.core.$ZodIssue;

/** What a plan may name. */
type Known = readonly Pick<Subject['resources'][number], 'name' | 'operations'>[];

/** A plan, or all that is wrong with it. */
export type ReadPlan =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly error: z.ZodError };

const MINUTE = 60_000;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function windowOf({ window }: Written, zone: string): Window | undefined {
  if (window === undefined) return undefined;
  const days = window.days.map((day) => WEEK.indexOf(day));
  return { days, from: minutes(window.from), to: minutes(window.to), zone };
}

function stepOf(written: Written, zone: string, notBefore: number): Step {
  const { resource, to, require: required, onNotReady } = written;
  const { dwell, ...rest } = required;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const patience = dwell === undefined ? {} : { dwell: dwell * MINUTE };
  return {
    id: `${resource}: ${renderStage(to)} not before ${new Date(notBefore).toISOString()}`,
    resource,
    to,
    notBefore,
    window: windowOf(written, zone),
    requirements: { ...standardRequirements, ...given, ...patience },
    onNotReady,
  };
}

function issuesOf(written: Written, resources: Known, notBefore: number | undefined) {
  const { resource, window, require: required } = written;
  const found: { readonly at: readonly (string | number)[]; readonly message: string }[] = [];
  const known = resources.find(({ name }) => name === resource);
  if (known === undefined) {
    const names = resources.map(({ name }) => name);
    found.push({ at: ['resource'], message: `must be one of ${names.join(', ')}` });
  }
  const { operations = [] } = required;
  for (const [at, name] of (typeof operations === 'string' ? [] : operations).entries()) {
    if (known === undefined || known.operations.includes(name)) continue;
    const message = `must be one of ${known.operations.join(', ')}`;
    found.push({ at: ['require', 'operations', at], message });
  }
  if (notBefore === undefined) {
    found.push({ at: ['notBefore'], message: 'must be a local time such as 2025-11-03T09:00' });
  }
  if (window !== undefined && minutes(window.from) >= minutes(window.to)) {
    found.push({ at: ['window', 'to'], message: 'must be later than from' });
  }
  return found;
}

/** Reads a plan from plain data; times are those of the plan's zone. All that is wrong with it comes back together. */
export function readPlan(value: unknown, resources: Known): ReadPlan {
  const parsed = planSchema.safeParse(value);
  if (!parsed.success) return { ok: false, error: parsed.error };
  const { advance, zone } = parsed.data;
  const steps: Step[] = [];
  const issues: Issue[] = [];
  for (const [index, written] of parsed.data.steps.entries()) {
    const notBefore = localInstant(written.notBefore, zone);
    for (const { at, message } of issuesOf(written, resources, notBefore)) {
      issues.push({ code: 'custom', path: ['steps', index, ...at], message, input: undefined });
    }
    if (notBefore !== undefined) steps.push(stepOf(written, zone, notBefore));
  }
  return issues.length > 0
    ? { ok: false, error: new z.ZodError(issues) }
    : { ok: true, plan: { advance, steps } };
}
