/** Counts of compared requests, and of those that differed. */
export interface ComparedView {
  readonly compared: number;
  readonly differing: number;
}

/** One program's key at one resource. */
interface SeenView {
  readonly resource: string;
  readonly side: string;
  readonly why: string;
  readonly v1: number;
  readonly v2: number;
  readonly latest?: string | undefined;
}

/** One program that uses a key: what it used in the last days, and what it has to change; instants are ISO texts. */
export interface ProgramView {
  /** Name by which its guide is asked for. */
  readonly client: string;
  readonly program: string;
  readonly requests: number;
  readonly byV1: number;
  readonly byV2: number;
  /** By a brownout. */
  readonly refused: number;
  readonly latest: string;
  readonly latestOnV1?: string | undefined;
  readonly readiness?: string | undefined;
  readonly why?: string | undefined;
  readonly operations: readonly {
    readonly resource: string;
    readonly operation: string;
    readonly requests: number;
    readonly traits: readonly {
      readonly trait: string;
      readonly field: string;
      readonly requests: number;
      readonly latest: string;
      readonly sends: string;
      readonly wants: string;
    }[];
  }[];
}

/** A time in which v1 requests are refused; instants are ISO texts. */
export interface BrownoutView {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly clients: 'all' | readonly string[];
  readonly except: readonly string[];
  readonly resources: 'all' | readonly string[];
  readonly percent: number;
  /** Status of its refusals. */
  readonly status: number;
  readonly state: 'planned' | 'under way' | 'over' | 'stopped';
  /** Requests refused since the process was started. */
  readonly refused: number;
}

/** One key that was seen. */
export interface ClientView {
  readonly caller: string;
  readonly name?: string | undefined;
  readonly seen: readonly SeenView[];
  /** Compared and differing requests of the key; absent without a comparison. */
  readonly compared?: ComparedView | undefined;
  /** Empty while the store fails. */
  readonly programs: readonly ProgramView[];
}
