import type { NotCompared } from '../../comparison/comparison';
import type { Route } from '../../gateway/gateway';
import { failure, type Result, success } from '../../translation/result';
import { answerOf } from './answerOf';
import type { BesideRequest } from './beside';
import { type SaidByV2, saidByV2 } from './saidByV2';
import type { ShadowParts } from './shadowParts';

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
  const said = saidByV2(handled, raw.take(id));
  spend(caller, said.calls);
  const answer = answerOf(handled);
  if (!answer.ok) return answer;
  return Buffer.byteLength(said.answer.body) > limits.bodyBytes ? failure('too_large') : success(said);
}
