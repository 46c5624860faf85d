import type { RecordedExchange } from '../../comparison/recordedExchange';
import { SCRUBBED } from '../../comparison/scrub';

/** Which exchanges can be played, and why the others cannot. */
export interface Chosen {
  readonly played: readonly RecordedExchange[];
  readonly writes: number;
  /** Requests that had a secret in their address or body. */
  readonly scrubbed: number;
}

const hasSecret = ({ target, sent = '' }: RecordedExchange): boolean =>
  decodeURIComponent(target).includes(SCRUBBED) || sent.includes(SCRUBBED);

/** Chooses by a part of the target; writes only where they may be played. */
export function chooseExchanges(
  exchanges: readonly RecordedExchange[],
  { filter = '', withWrites }: { readonly filter: string | undefined; readonly withWrites: boolean },
): Chosen {
  const wanted = exchanges.filter(({ target }) => target.includes(filter));
  const allowed = wanted.filter(({ method }) => withWrites || method === 'GET');
  const played = allowed.filter((exchange) => !hasSecret(exchange));
  return {
    played,
    writes: wanted.length - allowed.length,
    scrubbed: allowed.length - played.length,
  };
}
