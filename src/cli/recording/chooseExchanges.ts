import type { RecordedExchange } from '../../comparison/recordedExchange';
import { hasSecret } from './hasSecret';
import { lookupOf } from './lookupOf';

/** Which exchanges can be played, and why the others cannot. */
export interface Chosen {
  readonly played: readonly RecordedExchange[];
  readonly writes: number;
  /** Requests that had a secret in their address for which nothing can stand in. */
  readonly scrubbed: number;
}

/** True where v1's answer says what a lookup was for. */
const isDecided = ({ status }: RecordedExchange): boolean => status === 200 || status === 404;

/** True where the secrets of a request are not needed, or something can stand in for them. */
function isPlayable(exchange: RecordedExchange): boolean {
  if (lookupOf(exchange) !== undefined) return isDecided(exchange);
  return !hasSecret({ ...exchange, sent: '' });
}

/** What is asked for. */
interface Wanted {
  /** A part of the path or query. */
  readonly filter?: string | undefined;
  /** Fingerprint of whoever asked; undefined: everybody. */
  readonly caller?: string | undefined;
  readonly withWrites: boolean;
}

/** Chooses by target and caller; writes only where they may be played. */
export function chooseExchanges(
  exchanges: readonly RecordedExchange[],
  { filter = '', caller, withWrites }: Wanted,
): Chosen {
  const wanted = exchanges.filter(
    (one) => one.target.includes(filter) && (caller === undefined || one.caller === caller),
  );
  const allowed = wanted.filter(({ method }) => withWrites || method === 'GET');
  const played = allowed.filter(isPlayable);
  return {
    played,
    writes: wanted.length - allowed.length,
    scrubbed: allowed.length - played.length,
  };
}
