import type { NotCompared } from '../../comparison/comparison';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Route } from '../../gateway/gateway';
import { problemAnswer } from '../../gateway/problems';
import { failure, type Result, success } from '../../translation/result';
import { answerOf } from './answerOf';
import type { BesideRequest } from './beside';
import { type SaidByV2, saidByV2 } from './saidByV2';
import type { ShadowParts } from './shadowParts';

/** The answer of a client that v2 keeps waiting until its deadline. */
const silent = (requestId: string): SeenAnswer => problemAnswer('upstreamTimeout', requestId);

/** Asks v2 for a read through the translation, over the comparison's own connections. */
export async function askV2(
  { id, authorization, caller }: Pick<BesideRequest, 'id' | 'authorization' | 'caller'>,
  route: Route,
  { gateway, raw, limits, clock }: Pick<ShadowParts, 'gateway' | 'raw' | 'limits' | 'clock'>,
  { gone, spend }: { readonly gone: AbortSignal; readonly spend: (caller: string, calls: number) => void },
): Promise<Result<SaidByV2, NotCompared>> {
  raw.begin(id);
  const begun = clock.steady();
  const request = { id, route, authorization, contentType: undefined, body: Buffer.alloc(0), gone };
  const handled = await gateway.handle(request);
  const said = saidByV2(handled, raw.take(id));
  spend(caller, said.calls);
  // The comparison ends with its own deadline, part of which was spent in its queue. A v2 that was silent for half of it
  // is as good as dead; one that had less time is not to blame.
  if (handled.trace.problem === 'clientGone' && clock.steady() - begun >= limits.deadline / 2)
    return success({ ...said, answer: silent(id), unfit: 'upstream timeout' });
  const answer = answerOf(handled);
  if (!answer.ok) return answer;
  return Buffer.byteLength(said.answer.body) > limits.bodyBytes ? failure('too_large') : success(said);
}
