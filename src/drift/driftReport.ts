import { z } from 'zod';
import { finding } from './finding';

const counts = z.record(z.string(), z.int());

const countedFinding = finding.extend({
  count: z.int(),
  /** Instants, ISO 8601. */
  first: z.string(),
  last: z.string(),
});

const endpointShape = z.object({
  endpoint: z.string(),
  /** Answers seen. */
  answers: z.int(),
  /** By place: how often it came in which form, and the words of an enumeration. */
  places: z.array(z.object({ path: z.string(), forms: counts, words: counts.optional() })),
});

/** All that is known of v2's shapes since the gateway started: the page `/drift` of the admin port. */
export const driftReport = z.object({
  /** Instant of the start, ISO 8601. */
  since: z.string(),
  findings: z.array(countedFinding),
  /** Findings beyond the cap, which were only counted. */
  overflow: z.int(),
  endpoints: z.array(endpointShape),
});

export type CountedFinding = z.infer<typeof countedFinding>;
export type EndpointShape = z.infer<typeof endpointShape>;
export type DriftReport = z.infer<typeof driftReport>;
