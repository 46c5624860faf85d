import type { LossClass } from '../../mapping/compile/ledger';
import type { Profile } from '../../mapping/profile/profileFile';

/** Words for people: text between backticks is code, other text is plain; a renderer escapes both. */
export type Phrase = string;

/** One member of a body on both sides. */
export interface GuideRow {
  /** v1 path, e.g. `delivery_time.formatLong`. */
  readonly v1: string;
  /** v2 path; absent when v2 has no counterpart. */
  readonly v2?: string;
  /** Loss class of the value. It is absent when v2 has no place for it. */
  readonly class?: LossClass;
  readonly difference: readonly Phrase[];
}

/** One request and its answer; bodies as indented JSON. */
export interface GuideExchange {
  /** e.g. `PATCH /v2/currency-offers/4711` */
  readonly request: string;
  readonly body?: string;
  readonly status: number;
  readonly answer: string;
}

/** The same work on both sides. */
export interface GuideExample {
  readonly name: string;
  readonly v1: GuideExchange;
  readonly v2: readonly GuideExchange[];
}

/** One operation on both sides. */
export interface GuideOperation {
  readonly anchor: string;
  readonly title: string;
  readonly v1: string;
  readonly v2: string;
  readonly notes: readonly Phrase[];
  /** Members that the client sends. They are empty for an operation without a body. */
  readonly sends: readonly GuideRow[];
  /** Members of an answer that is not the resource. They are empty when the answer is the resource. */
  readonly reads: readonly GuideRow[];
  readonly example?: GuideExample;
}

/** One resource: its operations, and the attributes that a client reads. */
export interface GuideChapter {
  readonly anchor: string;
  readonly title: string;
  readonly operations: readonly GuideOperation[];
  readonly reads: readonly GuideRow[];
  /** Place below which the names of `reads` stand. */
  readonly position: Phrase;
  /** v2 fields that v1 never showed, each with the reason. */
  readonly news: readonly { readonly field: string; readonly reason: Phrase }[];
}

/** The beginning of the guide for one client: what it has to change, and what it uses. */
export interface GuideLetter {
  readonly title: string;
  readonly paragraphs: readonly Phrase[];
  readonly work: readonly (UsedOperationRow & {
    /** v1 field. It is empty where the whole request is meant. */
    readonly field: string;
    readonly sends: Phrase;
    readonly wants: Phrase;
  })[];
  readonly uses: readonly UsedOperationRow[];
}

interface UsedOperationRow {
  readonly operation: string;
  readonly program: string;
  readonly requests: number;
  /** The last day, e.g. `2026-01-31`, or the instant of the latest request, ISO 8601. */
  readonly latest: string;
}

/** The migration guide, independent of the format it is printed in. */
export interface Guide {
  readonly version: string;
  /** Hash of the mapping texts that the guide was made from. */
  readonly hash: string;
  /** Letter to one client; absent from the general guide. */
  readonly letter?: GuideLetter;
  /** Differences that hold for all operations. */
  readonly general: Profile['guide'];
  readonly chapters: readonly GuideChapter[];
}

/** Splits a phrase at its pairs of backticks; a backtick without a partner is plain text. */
export const spans = (phrase: Phrase): readonly { readonly code: boolean; readonly text: string }[] =>
  phrase
    .split(/(`[^`]+`)/)
    .filter((text) => text !== '')
    .map((text) => {
      const code = /^`[^`]+`$/.test(text);
      return { code, text: code ? text.slice(1, -1) : text };
    });
