import type { Observed } from '../../comparison/observed';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { createPlayer, type Played } from './createPlayer';
import { playExchange } from './playExchange';
import { recordedUpstream } from './recordedUpstream';

/** Any: nothing checks it. */
const AUTHORIZATION = 'Bearer recorded';

/**
 * Translates what v2 answered then once more and holds it against what v1 answered: what can be compared, by the id of
 * the exchange. Nothing is sent anywhere.
 */
export async function observeAgain(
  exchanges: readonly RecordedExchange[],
  played: Played,
  epoch: string,
): Promise<ReadonlyMap<string, Observed>> {
  const player = createPlayer(recordedUpstream(exchanges), played);
  const { signal } = new AbortController();
  const parts = { ...player, epoch, signal, authorization: AUTHORIZATION };
  const observed = new Map<string, Observed>();
  for (const exchange of exchanges) {
    const one = await playExchange(exchange, parts);
    if (typeof one === 'object' && one.outcome === 'compared') observed.set(exchange.id, one);
  }
  return observed;
}
