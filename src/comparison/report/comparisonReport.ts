import { z } from 'zod';
import { type CallerName, addCallerName } from '../../cutover/callerNames';

/** An instant, ISO 8601. */
const instant = z.string();

const sample = z.object({ id: z.string(), at: instant });

const state = z.enum(['regression', 'clean', 'undecided']);

const placeSchema = z.object({
  operation: z.string(),
  path: z.string(),
  kind: z.string(),
  requests: z.int(),
});

/** One cause of differences. If its mapping line makes several places differ, the worst one represents it. */
const issue = z.object({
  /** Stays the same as long as its mapping line does not move. */
  id: z.string(),
  operation: z.string(),
  resource: z.string(),
  path: z.string(),
  kind: z.string(),
  severity: z.string(),
  /** Proven, or not yet distinguished from noise. */
  state,
  /** Requests with this cause, all compared requests of its operations, and requests that no issue above explains. */
  requests: z.int(),
  of: z.int(),
  explains: z.int(),
  /** The e-value that it is not noise; 1 means no evidence. */
  evidence: z.number(),
  /** Looks at a second answer of v1 in which only v2's answer, or only that second answer, differed. */
  onlyV2: z.int(),
  onlyV1: z.int(),
  /** Looks against v2 until it is proven; 0 when it is. */
  morePairs: z.int(),
  /** Requests with this cause, and all requests, in the present run; 0 when the run is over. */
  present: z.object({ requests: z.int(), of: z.int() }),
  /** Counted requests of its resource since the latest one with this cause; 0 while its run goes on. */
  countedSince: z.int(),
  /** Rule that turns v1's value into v2's, if one explains at least 20 of 20 differences. */
  relation: z.string().optional(),
  /** Most frequent contract violation of v2. */
  unfit: z.string().optional(),
  /** The mapping line that makes it, `file:line`. */
  line: z.string().optional(),
  /** All places that the line makes different, most requests first. */
  places: z.array(placeSchema),
  /** Set when it was declared resolved and has been seen since. */
  again: z.object({ at: instant, by: z.string(), reason: z.string() }).optional(),
  /** Other differences of the same requests, as `kind at path`. */
  alongside: z.array(z.string()),
  callers: z.array(z.object({ caller: z.string(), name: z.string().optional(), requests: z.int() })),
  first: sample,
  latest: sample,
  /** Requests with the worst difference in equal slices of time from `from` to the report's instant. */
  times: z.object({ from: instant, seconds: z.int(), counts: z.array(z.int()) }),
  smallest: sample,
});

/** One path at which v1 differs from itself. */
const noise = z.object({
  operation: z.string(),
  path: z.string(),
  state,
  /** The strictest level at which v1 agrees with itself, and which v2 has to keep, if any. */
  held: z.string().optional(),
  /** Largest distance of v1 from itself, for numbers and instants (s). */
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
  /** Requests for which v1 was asked once more as a sampled control. */
  looks: z.int(),
  /** Requests without a difference until it is clean; 0 when it is. */
  morePairs: z.int(),
  /** True when there were more paths than are counted separately. */
  overflow: z.boolean(),
});

const caller = z.object({
  caller: z.string(),
  /** The operator's name for it, if any. */
  name: z.string().optional(),
  compared: z.int(),
  differing: z.int(),
  latest: instant,
});

const rule = z.object({
  /** Line in the file of the agreed differences. It is absent for one that was agreed in the console. */
  line: z.int().optional(),
  path: z.string(),
  owner: z.string(),
  reason: z.string(),
  expires: instant,
  hits: z.int(),
  kinds: z.record(z.string(), z.int()),
  warnings: z.array(z.string()),
});

/** The evidence of one epoch: the page `/comparison` of the admin port, and the source of every printed report. */
export const comparisonReport = z.object({
  epoch: z.string(),
  at: instant,
  /** Judgement against `budget`, the share of requests that may differ. */
  verdict: z.enum(['within', 'over', 'undecided']),
  budget: z.number(),
  /** Requests without a difference until it is within; 0 when it is. */
  morePairs: z.int(),
  /** Compared requests, and those that a client would have noticed; per 10,000, with a 95% upper bound. */
  compared: z.int(),
  differing: z.int(),
  noticed: z.number(),
  upper: z.number(),
  /** All observations by outcome; `repeated` ones were compared and did not count. */
  outcomes: z.record(z.string(), z.int()),
  repeated: z.int(),
  /** Requests with a proven regression. */
  proven: z.int(),
  issues: z.array(issue),
  /** Differing requests that no issue explains. */
  unexplained: z.int(),
  /** Start of the window. It is absent when it covers all kept evidence. */
  since: instant.optional(),
  /** Figures of all kept evidence. */
  allTime: z.object({ since: instant.optional(), compared: z.int(), differing: z.int() }).optional(),
  noise: z.array(noise),
  operations: z.array(operation),
  callers: z.array(caller),
  rules: z.array(rule),
  warnings: z.array(z.string()),
});

/** Query of a report: start of the window (clock ms) and budget. */
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

/** Adds the names of the callers to a report. */
export function addNamesOfCallers(report: ComparisonReport, callerName: CallerName): ComparisonReport {
  const addName = <Row extends { readonly caller: string }>(row: Row): Row =>
    addCallerName(row, row.caller, callerName);
  const issues = report.issues.map((issue) => ({ ...issue, callers: issue.callers.map(addName) }));
  return { ...report, issues, callers: report.callers.map(addName) };
}
