import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Route } from '../../gateway/gateway';
import { failure, type Result, success } from '../../translation/result';
import { answerOf } from './answerOf';
import type { BesideRequest } from './beside';
import type { ShadowParts } from './shadowParts';

/** What v2 says, in the v1 shape and in its own. */
export interface SaidByV2 {
  readonly answer: SeenAnswer;
  readonly raw: readonly SeenAnswer[];
  /** What of them did not fit; absent when all did. */
  readonly unfit?: string;
  /** Calls that it took. */
  readonly calls: number;
}

/** Asks v2 for a read through the translation, over the comparison's own connections. */
export async function askV2(
  { id, authorization, caller }: Pick<BesideRequest, 'id' | 'authorization' | 'caller'>,
  route: Route,
  { gateway, raw, limits }: Pick<ShadowParts, 'gateway' | 'raw' | 'limits'>,
  { gone, spend }: { readonly gone: AbortSignal; readonly spend: (caller: string, calls: number) => void },
): Promise<Result<SaidByV2, NotCompared>> {
  raw.begin(id);
  const request = { id, route, authorization, contentType: undefined, body: Buffer.alloc(0), gone };
  const handled = await gateway.handle(request);
  const kept = raw.take(id);
  const calls = handled.trace.upstreamCalls;
  spend(caller, calls);
  const answer = answerOf(handled);
  if (!answer.ok) return answer;
  if (Buffer.byteLength(answer.value.body) > limits.bodyBytes) return failure('too_large');
  const { detail } = handled.trace;
  return success({
    answer: answer.value,
    raw: kept,
    calls,
    ...(detail === undefined ? {} : { unfit: detail }),
  });
}
