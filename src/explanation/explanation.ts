import type { Json } from '../contract/json';
import type { LedgerAttribute, LedgerMember } from '../mapping/ledger';

/** One v1 attribute of one answer: its line of account, and what stood there. Secrets are hidden. */
export interface AttributeLine extends LedgerAttribute {
  /** Absent when the attribute was left out. */
  readonly value?: Json;
  /** What stood at its source; absent where nothing did. */
  readonly given?: Json;
  /** True when the mapping's default stands for a value that v2 did not have. */
  readonly standsIn: boolean;
  /** Set where the client did not ask for it: null, whatever v2 has. */
  readonly withheld?: boolean;
}

/** One member of one v1 request body: its line of account, and what was sent. Secrets are hidden. */
export interface MemberLine extends LedgerMember {
  /** Absent where the mapping's default stands for what was not sent. */
  readonly value?: Json;
  /** What goes to v2 in its place; absent when the body was refused. */
  readonly sent?: Json;
}

/** One call to v2. */
export interface CallLine {
  readonly method: string;
  readonly path: string;
  /** The status, or why there was none. */
  readonly outcome: number | string;
  readonly ms: number;
}

/** Everything that became of one request. */
export interface Explanation {
  readonly route: {
    readonly operation: string;
    readonly resource: string;
    readonly v1: string;
    readonly v2: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly place: string;
  };
  /** Who answers, and why. */
  readonly stage: string;
  readonly calls: readonly CallLine[];
  readonly members: readonly MemberLine[];
  /** Absent when nothing was sent and no answer of v2 was given. */
  readonly answer?: {
    readonly status: number;
    /** The code of the problem, and what did not fit: paths and rules, never values. */
    readonly problem?: string;
    readonly detail?: string;
    /** For a refusal, what the client reads. */
    readonly body?: Json;
  };
  /** Of a list: which item the attributes are of, from 1, and how many there are. */
  readonly items?: { readonly shown: number; readonly of: number };
  readonly attributes: readonly AttributeLine[];
}
