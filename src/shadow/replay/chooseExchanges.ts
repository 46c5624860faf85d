import { SCRUBBED } from '../../comparison/keep/privacy';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';

/** The placeholder of a secret as it appears in a query, with escaped brackets. */
const ESCAPED = new URLSearchParams({ '': SCRUBBED }).toString().slice(1);

/** True when the request contained a secret, which is never recorded. */
export const hasSecret = ({ target, sent = '' }: RecordedExchange): boolean =>
  [target, sent].some((text) => text.includes(SCRUBBED)) || target.includes(ESCAPED);

/** A read that finds a resource by one of its attributes, such as `/v1/accounts/by-login/{login}`. */
export interface Lookup {
  /** Path of the resource's list: the found resource is also at `${found}/{id}`. */
  readonly found: string;
  readonly attribute: string;
}

const SHAPE = /^(?<found>\/v1\/[\w-]+)\/by-(?<attribute>\w+)\/(?<sought>[^/]+)$/;

/** Reads the lookup from an exchange that looked up by a secret; undefined for every other exchange. */
export function lookupOf({ method, target }: RecordedExchange): Lookup | undefined {
  const [path = ''] = target.split('?', 1);
  const { found: collection, attribute, sought } = SHAPE.exec(path)?.groups ?? {};
  const isScrubbed = method === 'GET' && sought === SCRUBBED;
  return isScrubbed && collection !== undefined && attribute !== undefined
    ? { found: collection, attribute }
    : undefined;
}

/** The exchanges to play, and the counts of those left out. */
export interface Chosen {
  readonly played: readonly RecordedExchange[];
  readonly writes: number;
  /** Requests with a secret in the address that nothing can replace. */
  readonly scrubbed: number;
}

/** True when v1's answer shows whether the lookup found something. */
const isDecided = ({ status }: RecordedExchange): boolean => status === 200 || status === 404;

/** True when the request needs no secret, or its secret can be replaced. */
function isPlayable(exchange: RecordedExchange): boolean {
  if (lookupOf(exchange) !== undefined) return isDecided(exchange);
  return !hasSecret({ ...exchange, sent: '' });
}

/** Chooses the reads that can be played. */
export function chooseExchanges(exchanges: readonly RecordedExchange[]): Chosen {
  const reads = exchanges.filter(({ method }) => method === 'GET');
  const played = reads.filter(isPlayable);
  return { played, writes: exchanges.length - reads.length, scrubbed: reads.length - played.length };
}
