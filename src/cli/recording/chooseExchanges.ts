import { type RecordedExchange, SCRUBBED } from '../../comparison/keep/recordedExchange';

/** As it stands in a query, where brackets are escaped. */
const ESCAPED = new URLSearchParams({ '': SCRUBBED }).toString().slice(1);

/** True where a secret was in the request: it is not recorded. */
export const hasSecret = ({ target, sent = '' }: RecordedExchange): boolean =>
  [target, sent].some((text) => text.includes(SCRUBBED)) || target.includes(ESCAPED);

/** A read that finds something by one of its attributes, such as `/v1/accounts/by-login/{login}`. */
export interface Lookup {
  /** What it finds is also at `${found}/{id}`. */
  readonly found: string;
  readonly attribute: string;
}

const SHAPE = /^(?<found>\/v1\/[\w-]+)\/by-(?<attribute>\w+)\/(?<sought>[^/]+)$/;

/** The lookup that an exchange is whose key was a secret; undefined where it is none. */
export function lookupOf({ method, target }: RecordedExchange): Lookup | undefined {
  const [path = ''] = target.split('?', 1);
  const { found, attribute, sought } = SHAPE.exec(path)?.groups ?? {};
  const isScrubbed = method === 'GET' && sought === SCRUBBED;
  return isScrubbed && found !== undefined && attribute !== undefined ? { found, attribute } : undefined;
}

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
