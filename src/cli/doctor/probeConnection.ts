import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Clock } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { failureCode } from '../../store/transactions';
import { type CheckRun, type CheckSteps, error, fine, warning } from './doctorFindings';

/** Deadline (ms) of a name lookup, and of each step of opening a connection. */
const STEP_MS = 5_000;

/** Waits for a result until the deadline of a step; the failure after that is `late`, else the code of the error. */
function step<Value>(clock: Clock, work: Promise<Value>): Promise<Result<Value, string>> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(STEP_MS, () => resolve(failure('late')));
    work
      .then(
        (value) => resolve(success(value)),
        (thrown: unknown) => resolve(failure(failureCode(thrown) || 'unknown error')),
      )
      .finally(cancel);
  });
}

/** Waits until a socket is open; destroys it if it is late or fails. */
async function openSocket<Open extends Socket>(
  socket: Open,
  event: 'connect' | 'secureConnect',
  clock: Clock,
): Promise<Result<Open, string>> {
  const opened = await step(
    clock,
    once(socket, event).then(() => socket),
  );
  if (!opened.ok) socket.destroy();
  return opened;
}

const DAY_MS = 24 * 60 * 60 * 1000;
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
  else yield fine(`${socket.getProtocol() ?? 'TLS'}, certificate valid until ${until}`);
}

async function* checkTls(socket: Socket, host: string, clock: Clock): CheckRun {
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Safe without verification: the certificate is only inspected, and nothing is sent over this connection.
  const tls = await openSocket(
    connectTls({ socket, host, ...name, rejectUnauthorized: false }),
    'secureConnect',
    clock,
  );
  if (!tls.ok)
    return yield error(`no TLS (${tls.failure})`, 'is it an HTTPS address? is a proxy in between?');
  yield* checkCertificate(tls.value, clock.now());
  tls.value.destroy();
}

/** Opens one connection to an origin step by step: name, TCP, TLS; ends with an error at the first that fails. */
export async function* probeConnection(origin: string, clock: Clock): CheckRun {
  const { hostname, port: givenPort, protocol } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'https:';
  const port = Number(givenPort || (isSecure ? 443 : 80));
  const began = clock.steady();
  const took = () => `${clock.steady() - began} ms`;
  if (isIP(host) === 0) {
    const name = await step(clock, lookup(host, { all: true }));
    if (!name.ok)
      return yield error(
        `the name ${host} cannot be found (${name.failure})`,
        "is the name right? does this machine's resolver know it?",
      );
    yield fine(`${host} is ${name.value.map(({ address }) => address).join(', ')} (${took()})`);
  }
  const socket = await openSocket(connect({ host, port }), 'connect', clock);
  if (!socket.ok)
    return yield error(
      `${host}:${port} cannot be reached (${socket.failure})`,
      'is the port right? does a firewall let this machine out?',
    );
  yield fine(`${host}:${port} takes connections (${took()})`);
  if (isSecure) yield* checkTls(socket.value, host, clock);
  socket.value.destroy();
}
