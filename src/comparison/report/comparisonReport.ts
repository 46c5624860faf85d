import { z } from 'zod';
import { type CallerName, withName } from '../../cutover/callerNames';

/** An instant, ISO 8601. */
const instant = z.string();

const sample = z.object({ id: z.string(), at: instant });

const state = z.enum(['regression', 'clean', 'undecided']);

/** One difference of an issue. */
const place = z.object({ operation: z.string(), path: z.string(), kind: z.string(), requests: z.int() });

/** One way in which v2 differs: what to look at first. Its worst place stands for it where one line makes several. */
const issue = z.object({
  /** Names it for as long as its mapping line stays where it is. */
  id: z.string(),
  operation: z.string(),
  resource: z.string(),
  path: z.string(),
  kind: z.string(),
  severity: z.string(),
  /** Proven, or seen and not told from noise yet. */
  state,
  /** Requests that differ so, of how many of its operations, and how many of them no issue above explains. */
  requests: z.int(),
  of: z.int(),
  explains: z.int(),
  /** The e-value that it is not noise; 1 says nothing. */
  evidence: z.number(),
  /** Looks at a second answer of v1 in which only v2's, or only it, differed. */
  onlyV2: z.int(),
  onlyV1: z.int(),
  /** Looks until it can be proven, all saying the same; 0 when it is. */
  morePairs: z.int(),
  /** What turns v1's value into v2's, where one relation explains at least 20 of 20 differences. */
  relation: z.string().optional(),
  /** What of v2's answers could not be translated, most often. */
  unfit: z.string().optional(),
  /** The mapping line that makes it, `file:line`. */
  line: z.string().optional(),
  /** Everything that the line makes different, most requests first. */
  places: z.array(place),
  /** Set where it was called mended before, and has been seen since. */
  again: z.object({ at: instant, by: z.string(), reason: z.string() }).optional(),
  /** Other differences of the same requests, as `kind at path`. */
  alongside: z.array(z.string()),
  callers: z.array(z.object({ caller: z.string(), name: z.string().optional(), requests: z.int() })),
  first: sample,
  latest: sample,
  smallest: sample,
});

/** One path at which v1 differs from itself. */
const noise = z.object({
  operation: z.string(),
  path: z.string(),
  state,
  /** The strictest rung at which v1 agrees with itself, and v2 is held to; absent where it does at none. */
  held: z.string().optional(),
  /** The furthest that v1 was from itself, for numbers and instants (s). */
  spread: z.number(),
  looks: z.int(),
  onlyV2: z.int(),
  onlyV1: z.int(),
  morePairs: z.int(),
});

const operation = z.object({
  operation: z.string(),
  resource: z.string(),
  state,
  compared: z.int(),
  differing: z.int(),
  /** Requests for which v1 was asked once more by lot. */
  looks: z.int(),
  /** Requests without a difference until it is clean; 0 when it is. */
  morePairs: z.int(),
  /** True when there were more paths than are told apart. */
  overflow: z.boolean(),
});

const caller = z.object({
  caller: z.string(),
  /** As the operator calls it, where he does. */
  name: z.string().optional(),
  compared: z.int(),
  differing: z.int(),
  latest: instant,
});

const rule = z.object({
  line: z.int(),
  path: z.string(),
  owner: z.string(),
  reason: z.string(),
  expires: instant,
  hits: z.int(),
  kinds: z.record(z.string(), z.int()),
  warnings: z.array(z.string()),
});

/** All that is known of one epoch: the page `/comparison` of the admin port, and what every report is made of. */
export const comparisonReport = z.object({
  epoch: z.string(),
  at: instant,
  /** Against the budget: the share of requests that may differ. */
  verdict: z.enum(['within', 'over', 'undecided']),
  budget: z.number(),
  /** Requests without a difference until it is within; 0 when it is. */
  morePairs: z.int(),
  /** Requests that count, and how many clients would have noticed; per 10,000, with a 95% upper bound. */
  compared: z.int(),
  differing: z.int(),
  noticed: z.number(),
  upper: z.number(),
  /** All observations by outcome; `repeated` were compared and did not count. */
  outcomes: z.record(z.string(), z.int()),
  repeated: z.int(),
  /** Requests that differ where a regression is proven. */
  proven: z.int(),
  issues: z.array(issue),
  /** Differing requests that no issue explains. */
  unexplained: z.int(),
  /** From when on it looks; absent: everything that is kept. */
  since: instant.optional(),
  /** Everything that is kept, whenever it was seen. */
  allTime: z.object({ since: instant.optional(), compared: z.int(), differing: z.int() }).optional(),
  noise: z.array(noise),
  operations: z.array(operation),
  callers: z.array(caller),
  rules: z.array(rule),
  warnings: z.array(z.string()),
});

/** What a report is asked for with: from when on (clock ms), and with which budget. */
export const reportLook = z.object({
  since: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
  budget: z.coerce.number().min(0).lt(1).optional(),
});

export type ReportLook = z.infer<typeof reportLook>;
export type ComparisonReport = z.infer<typeof comparisonReport>;
export type ComparisonIssue = z.infer<typeof issue>;

/** Writes the names of the callers into a report. */
export function withNames(report: ComparisonReport, callerName: CallerName): ComparisonReport {
  const named = <Row extends { readonly caller: string }>(row: Row): Row =>
    withName(row, row.caller, callerName);
  const issues = report.issues.map((one) => ({ ...one, callers: one.callers.map(named) }));
  return { ...report, issues, callers: report.callers.map(named) };
}
