import type { CountedFinding } from './finding';

/** The observed shape of one endpoint. */
export interface EndpointShape {
  readonly endpoint: string;
  /** Answers seen. */
  readonly answers: number;
  /** By place: how often it came in which form, and the words of an enumeration. */
  readonly places: readonly {
    readonly path: string;
    readonly forms: Readonly<Record<string, number>>;
    readonly words?: Readonly<Record<string, number>>;
  }[];
}

/** All that is known of v2's shapes since the gateway started. */
export interface DriftReport {
  /** Instant of the start, ISO 8601. */
  readonly since: string;
  readonly findings: readonly CountedFinding[];
  /** Findings beyond the cap, which were only counted. */
  readonly overflow: number;
  readonly endpoints: readonly EndpointShape[];
}
