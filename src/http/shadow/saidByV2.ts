import type { RawAnswer } from '../../comparison/rawAnswer';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Handled } from '../../gateway/gateway';

/** What v2 says, in the v1 shape and in its own. */
export interface SaidByV2 {
  readonly answer: SeenAnswer;
  readonly raw: readonly RawAnswer[];
  /** What of them did not fit; absent when all did. */
  readonly unfit?: string;
  /** Calls that it took. */
  readonly calls: number;
}

/** What v2 said when it was asked through the translation, with its own answers. */
export function saidByV2({ answer, trace }: Handled, raw: readonly RawAnswer[]): SaidByV2 {
  const { upstreamCalls: calls, detail } = trace;
  return { answer, raw, calls, ...(detail === undefined ? {} : { unfit: detail }) };
}
