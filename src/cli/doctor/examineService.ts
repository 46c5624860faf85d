import type { Clock } from '../../contract/clock';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import { wiredUpstream } from '../../gateway/outcome/wired';
import type { PairWire } from '../../mapping/profile/wire';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import type { Result } from '../../contract/result';
import type { Finding, FindingMaker } from './doctorFindings';
import { probeConnection } from './probeConnection';

/** Deadline (ms) of one call. */
const DEADLINE = 10_000;

/** An upstream under examination: it is only read, each time with a deadline. */
export interface Service {
  readonly call: Upstream;
  readonly deadlineMs: number;
  /** Reads a path, with or without a key. */
  readonly read: (path: string, key?: string) => Promise<Result<UpstreamAnswer, UpstreamFault>>;
  readonly close: () => Promise<void>;
}

/** Opens the service at an origin with the client that the gateway itself uses. */
export function createService(origin: string, wire: PairWire, clock: Clock): Service {
  const { call: plain, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  const call = wiredUpstream(plain, wire);
  return {
    call,
    close,
    deadlineMs: DEADLINE,
    read: async (path, key) =>
      call({
        method: 'GET',
        path,
        requestId: 'doctor',
        deadlineAt: clock.steady() + DEADLINE,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      }),
  };
}

/** Skew (s) from which a slow answer no longer explains it. */
const NOTICEABLE = 5;
/** Skew (s) beyond which certificates and keys fail. */
const HARMFUL = 300;

/** Compares this machine's clock (ms) with the service's, by the Date header of an answer (RFC 9110 6.6.1). */
function checkSkew(date: string | undefined, now: number, { ok, warning, error }: FindingMaker): Finding[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((now - theirs) / 1000);
  const text = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's`;
  const advice = 'set it by NTP: keys, certificates and the sunset are judged by it';
  if (Math.abs(seconds) > HARMFUL) return [error(text, advice)];
  if (Math.abs(seconds) > NOTICEABLE) return [warning(text, advice)];
  return [ok(`clocks agree within ${NOTICEABLE} s`)];
}

/** The first read and its result. */
interface FirstRead {
  readonly path: string;
  readonly withKey: boolean;
  readonly outcome: Result<UpstreamAnswer, UpstreamFault>;
  /** Instant (ms) at which the answer came. */
  readonly now: number;
}

const NO_KEY =
  'make one in the partner dashboard (Settings, Developers) and name its variable with --key-env';

function keyFinding({ path, withKey }: FirstRead, status: number, says: FindingMaker): Finding {
  switch (status) {
    case 200:
      return withKey
        ? says.ok('the key is accepted')
        : says.warning(`${path} is answered without a key`, 'is this the service itself?');
    case 401:
      return withKey
        ? says.error('the key is not accepted (401)', NO_KEY)
        : says.ok('it answers, and asks for a key (401)');
    case 403:
      return says.error(
        `the key may not read ${path} (403)`,
        'give it the permission in the partner dashboard',
      );
    case 404:
      return says.error(`there is no ${path} (404)`, 'is the origin right?');
    case 410:
      return says.error('it is discontinued (410)', 'remove it from the settings');
    case 429:
      return says.warning('the rate limit is used up (429)', 'run this again later');
    default:
      return says.error(
        `${path} is answered ${status}`,
        status < 500 ? 'is the origin right?' : 'run this again later',
      );
  }
}

/** Renders the rest of a rate limit such as `998 of 1000`, when both are numbers. */
function rateFinding(headers: UpstreamAnswer['headers'], says: FindingMaker): Finding[] {
  const { 'x-ratelimit-limit': limit = '', 'x-ratelimit-remaining': remaining = '' } = headers;
  return /^\d+ \d+$/.test(`${limit} ${remaining}`)
    ? [says.ok(`${remaining} of ${limit} calls are left in this minute`)]
    : [];
}

/** Checks the first answer of a service: the service is reachable, accepts the key, and the clocks agree. */
function checkFirstAnswer(read: FirstRead, says: FindingMaker): Finding[] {
  const { outcome, now, path } = read;
  if (!outcome.ok) {
    return [
      says.error(
        `${path} got no complete answer (${outcome.failure.kind})`,
        'is it an HTTP service? run this again',
      ),
    ];
  }
  const { status, headers } = outcome.value;
  return [
    keyFinding(read, status, says),
    ...checkSkew(headers['date'], now, says),
    ...rateFinding(headers, says),
  ];
}

/** Origin of a service, and the first path to read there. */
interface Visit {
  readonly origin: string;
  readonly path: string;
  /** Key of the reads; absent: they are made without one. */
  readonly key?: string | undefined;
}

/** Checks that a service can be reached, answers, and accepts the key. */
export async function examineService(
  service: Service,
  { origin, path, key }: Visit,
  clock: Clock,
  says: FindingMaker,
): Promise<Finding[]> {
  const connected = await probeConnection(origin, clock, says);
  if (connected.some(({ severity }) => severity === 'error')) return connected;
  const outcome = await service.read(path, key);
  const read = { path, withKey: key !== undefined, outcome, now: clock.now() };
  return [...connected, ...checkFirstAnswer(read, says)];
}
