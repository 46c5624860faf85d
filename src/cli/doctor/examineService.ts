import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Clock, DAY_MS } from '../../contract/clock';
import { type Result, failure, success } from '../../contract/result';
import { createPairUpstream } from '../../gateway/outcome/pairDialect';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import type { PairWire } from '../../mapping/profile/wire';
import {
  type CheckRun,
  type CheckSteps,
  error,
  okFinding,
  type DoctorFinding,
  warning,
} from './doctorFindings';

/** Deadline (ms) of each step of opening a connection. */
const STEP_MS = 5_000;

/** Waits until a socket is open; destroys it if it is late or fails, and returns the error. */
async function openSocket<Open extends Socket>(
  socket: Open,
  event: 'connect' | 'secureConnect',
): Promise<Result<Open, NodeJS.ErrnoException>> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(STEP_MS) });
    return success(socket);
  } catch (thrown) {
    socket.destroy();
    // Sockets, and a signal that fires, give only such errors.
    return failure(thrown as NodeJS.ErrnoException);
  }
}

/** Names why a socket was not opened in time. */
const codeOf = ({ name, code = 'unknown error' }: NodeJS.ErrnoException): string =>
  name === 'AbortError' ? 'late' : code;

/** Days before the end of a certificate from which a warning is due. */
const CERTIFICATE_WARNING_DAYS = 14;

/** Checks the certificate of an open connection at an instant (ms). */
function* checkCertificate(socket: TLSSocket, now: number): CheckSteps {
  const ends = new Date(socket.getPeerCertificate().valid_to);
  const days = Math.floor((ends.getTime() - now) / DAY_MS);
  const until = ends.toISOString().slice(0, 10);
  const renew = 'its owner has to renew it';
  if (!socket.authorized)
    yield error(
      `the certificate is not trusted (${String(socket.authorizationError)})`,
      'for a certificate authority of its own start with NODE_EXTRA_CA_CERTS=FILE; otherwise do not go on',
    );
  if (days < 0) yield error(`the certificate ended on ${until}`, renew);
  else if (days < CERTIFICATE_WARNING_DAYS)
    yield warning(`the certificate ends in ${days} days, on ${until}`, renew);
  else yield okFinding(`${socket.getProtocol() ?? 'TLS'}, certificate valid until ${until}`);
}

async function* checkTls(socket: Socket, host: string, clock: Clock): CheckRun {
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Safe without verification: the certificate is only inspected, and nothing is sent over this connection.
  const connecting = connectTls({ socket, host, ...name, rejectUnauthorized: false });
  const tls = await openSocket(connecting, 'secureConnect');
  if (!tls.ok)
    return yield error(`no TLS (${codeOf(tls.failure)})`, 'is it an HTTPS address? is a proxy in between?');
  yield* checkCertificate(tls.value, clock.now());
  tls.value.destroy();
}

/** Opens one connection to an origin step by step: name and TCP, then TLS; ends with an error at the first that fails. */
async function* probeConnection(origin: string, clock: Clock): CheckRun {
  const { hostname, port: givenPort, protocol } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'https:';
  const port = Number(givenPort || (isSecure ? 443 : 80));
  const began = clock.steady();
  const socket = await openSocket(connect({ host, port }), 'connect');
  if (!socket.ok) {
    const code = codeOf(socket.failure);
    if (socket.failure.syscall === 'getaddrinfo')
      return yield error(
        `the name ${host} cannot be found (${code})`,
        "is the name right? does this machine's resolver know it?",
      );
    return yield error(
      `${host}:${port} cannot be reached (${code})`,
      'is the port right? does a firewall let this machine out?',
    );
  }
  const { remoteAddress = '' } = socket.value;
  const addressText = remoteAddress === host ? '' : ` at ${remoteAddress}`;
  yield okFinding(`${host}:${port} takes connections${addressText} (${clock.steady() - began} ms)`);
  if (isSecure) yield* checkTls(socket.value, host, clock);
  socket.value.destroy();
}

/** Deadline (ms) of one call. */
export const CALL_MS = 10_000;

/** An upstream under examination: it is only read, each time with a deadline. */
export type Service = ReturnType<typeof createService>;

/** Opens the service at an origin with the client that the gateway itself uses. */
export function createService(origin: string, wire: PairWire, clock: Clock) {
  const { call: plain, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  const call = createPairUpstream(plain, wire);
  return {
    call,
    close,
    outward: wire.outward,
    /** Reads a path, with or without a key. */
    read: async (path: string, key?: string) =>
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
  if (Math.abs(seconds) <= NOTICEABLE_SECONDS)
    return yield okFinding(`clocks agree within ${NOTICEABLE_SECONDS} s`);
  const bad = Math.abs(seconds) > HARMFUL_SECONDS ? error : warning;
  yield bad(text, 'set it by NTP: keys, certificates and the sunset are judged by it');
}

const NO_KEY =
  'make one in the partner dashboard (Settings, Developers) and name its variable with --key-env';

/** Tells what an answer's status says of the path that was read, with or without a key. */
function keyFinding(status: number, path: string, withKey: boolean): DoctorFinding {
  switch (status) {
    case 200:
      if (withKey) return okFinding('the key is accepted');
      return warning(`${path} is answered without a key`, 'is this the service itself?');
    case 401:
      if (withKey) return error('the key is not accepted (401)', NO_KEY);
      return okFinding('it answers, and asks for a key (401)');
    case 403:
      return error(`the key may not read ${path} (403)`, 'give it the permission in the partner dashboard');
    case 404:
      return error(
        `there is no ${path} (404)`,
        'is the origin right? without an index, `probe:` of api.yaml names what is read first',
      );
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
  /** Key of the reads. Absent: they are made without one. */
  readonly key?: string | undefined;
}

/** Checks that a service can be reached, answers, accepts the key, and that the clocks agree. */
export async function* examineService(
  service: Service,
  { origin, path, key }: Visit,
  clock: Clock,
): CheckRun {
  let isConnected = true;
  for await (const finding of probeConnection(origin, clock)) {
    yield finding;
    if (finding.severity === 'error') isConnected = false;
  }
  if (!isConnected) return;
  const outcome = await service.read(path, key);
  const target = service.outward(path);
  if (!outcome.ok)
    return yield error(
      `${target} got no complete answer (${outcome.failure.kind})`,
      'is it an HTTP service? run this again',
    );
  const { status, headers } = outcome.value;
  yield keyFinding(status, target, key !== undefined);
  yield* checkSkew(headers['date'], clock.now());
  const { 'x-ratelimit-limit': limit = '', 'x-ratelimit-remaining': remaining = '' } = headers;
  if (/^\d+ \d+$/.test(`${limit} ${remaining}`))
    yield okFinding(`${remaining} of ${limit} calls are left in this minute`);
}
