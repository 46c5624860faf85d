import type { Clock } from '../../contract/clock';
import type { Result } from '../../contract/result';
import { wiredUpstream } from '../../gateway/outcome/wired';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import type { PairWire } from '../../mapping/profile/wire';
import { type CheckRun, type CheckSteps, error, fine, type Said, warning } from './doctorFindings';
import { probeConnection } from './probeConnection';

/** Deadline (ms) of one call. */
export const CALL_MS = 10_000;

/** An upstream under examination: it is only read, each time with a deadline. */
export interface Service {
  readonly call: Upstream;
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
    read: async (path, key) =>
      call({
        method: 'GET',
        path,
        requestId: 'doctor',
        deadlineAt: clock.steady() + CALL_MS,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      }),
  };
}

/** Skew (s) from which a slow answer no longer explains it. */
const NOTICEABLE_SECONDS = 5;
/** Skew (s) beyond which certificates and keys fail. */
const HARMFUL_SECONDS = 300;

/** Compares this machine's clock (ms) with the service's, by the Date header of an answer (RFC 9110 6.6.1). */
function* checkSkew(date: string | undefined, now: number): CheckSteps {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return;
  const seconds = Math.round((now - theirs) / 1000);
  const text = `this machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's`;
  const bad = Math.abs(seconds) > HARMFUL_SECONDS ? error : warning;
  yield Math.abs(seconds) > NOTICEABLE_SECONDS
    ? bad(text, 'set it by NTP: keys, certificates and the sunset are judged by it')
    : fine(`clocks agree within ${NOTICEABLE_SECONDS} s`);
}

const NO_KEY =
  'make one in the partner dashboard (Settings, Developers) and name its variable with --key-env';

/** Tells what an answer's status says of the path that was read, with or without a key. */
function keyFinding(status: number, path: string, withKey: boolean): Said {
  switch (status) {
    case 200:
      return withKey
        ? fine('the key is accepted')
        : warning(`${path} is answered without a key`, 'is this the service itself?');
    case 401:
      return withKey
        ? error('the key is not accepted (401)', NO_KEY)
        : fine('it answers, and asks for a key (401)');
    case 403:
      return error(`the key may not read ${path} (403)`, 'give it the permission in the partner dashboard');
    case 404:
      return error(`there is no ${path} (404)`, 'is the origin right?');
    case 410:
      return error('it is discontinued (410)', 'remove it from the settings');
    case 429:
      return warning('the rate limit is used up (429)', 'run this again later');
    default:
      return error(
        `${path} is answered ${status}`,
        status < 500 ? 'is the origin right?' : 'run this again later',
      );
  }
}

/** Origin of a service, and the first path to read there. */
interface Visit {
  readonly origin: string;
  readonly path: string;
  /** Key of the reads; absent: they are made without one. */
  readonly key?: string | undefined;
}

/** Checks that a service can be reached, answers, accepts the key, and that the clocks agree. */
export async function* examineService(
  service: Service,
  { origin, path, key }: Visit,
  clock: Clock,
): CheckRun {
  let isConnected = true;
  for await (const said of probeConnection(origin, clock)) {
    yield said;
    if (said.severity === 'error') isConnected = false;
  }
  if (!isConnected) return;
  const outcome = await service.read(path, key);
  if (!outcome.ok)
    return yield error(
      `${path} got no complete answer (${outcome.failure.kind})`,
      'is it an HTTP service? run this again',
    );
  const { status, headers } = outcome.value;
  yield keyFinding(status, path, key !== undefined);
  yield* checkSkew(headers['date'], clock.now());
  const { 'x-ratelimit-limit': limit = '', 'x-ratelimit-remaining': remaining = '' } = headers;
  if (/^\d+ \d+$/.test(`${limit} ${remaining}`))
    yield fine(`${remaining} of ${limit} calls are left in this minute`);
}
