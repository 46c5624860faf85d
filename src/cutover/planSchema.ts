import { tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { parseStage } from './parseStage';
import { MOST_DAYS } from './usage';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
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

const time = z.string().regex(clock, 'must be a time such as 09:00');

const share = (text: string) => Number(text.slice(0, -1)) / 100;
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?%$/, 'must be a percentage below 100%')
  .transform(share);

/** What a step may require; what it leaves out is as in `standardRequirements`. */
export const requirementsSchema = z.strictObject({
  differing: percent.refine((limit) => limit > 0, 'must be above 0%').optional(),
  errorTolerance: percent.refine((limit) => limit > 0, 'must be above 0%').optional(),
  latencyTimes: z.number().min(1).optional(),
  latencyMore: z.int().min(0).optional(),
  unseen: percent.optional(),
  operations: z
    .union([z.enum(['used', 'all']), z.array(z.string()).min(1)], 'must be used, all or a list of operations')
    .optional(),
  usedDays: z.int().min(1).max(MOST_DAYS).optional(),
  callerShare: percent.optional(),
  /** Minutes. */
  dwell: z.int().min(0).optional(),
});

/** A plan as it stands in its file. */
export const planSchema = z.strictObject({
  zone: zone.default('UTC'),
  advance: z.enum(['automatic', 'notify']).default('notify'),
  steps: z
    .array(
      z.strictObject({
        resource: z.string(),
        to: stage,
        notBefore: z.string(),
        window: z.strictObject({ days: z.array(z.enum(DAYS)).min(1), from: time, to: time }).optional(),
        require: requirementsSchema.prefault({}),
        onNotReady: z.enum(['hold', 'notify']).default('hold'),
      }),
    )
    .min(1),
});

/** The days of a week in the order of their numbers. */
export const WEEK: readonly string[] = DAYS;
