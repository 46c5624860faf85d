import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Clock } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import type { Finding, FindingMaker } from './doctorFindings';

/** Waits for a result for at most some ms; the failure after that is `late`. */
function withTimeout<Value>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Result<Value, string>>,
): Promise<Result<Value, string>> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(milliseconds, () => resolve(failure('late')));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Deadline (ms) of one step of opening a connection. */
const LIMIT = 5_000;

/** Returns the code of an error, such as `ECONNREFUSED`. */
const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : 'unknown error';

/** Waits until a socket is open; destroys it if it is late or fails. */
async function openSocket<Open extends Socket>(
  socket: Open,
  event: 'connect' | 'secureConnect',
  clock: Clock,
): Promise<Result<Open, string>> {
  const opening = once(socket, event).then(
    () => success(socket),
    (thrown: unknown) => failure(codeOf(thrown)),
  );
  const opened = await withTimeout(clock, LIMIT, opening);
  if (!opened.ok) socket.destroy();
  return opened;
}

const DAY = 24 * 60 * 60 * 1000;
/** Days before the end of a certificate from which a warning is due. */
const CERTIFICATE_WARNING_DAYS = 14;

/** Checks the certificate of an open connection at an instant (ms). */
function checkCertificate(socket: TLSSocket, now: number, { ok, warning, error }: FindingMaker): Finding[] {
  const protocol = socket.getProtocol() ?? 'TLS';
  const ends = new Date(socket.getPeerCertificate().valid_to);
  const days = Math.floor((ends.getTime() - now) / DAY);
  const until = ends.toISOString().slice(0, 10);
  const trust = socket.authorized
    ? []
    : [
        error(
          `the certificate is not trusted (${String(socket.authorizationError)})`,
          'for a certificate authority of its own start with NODE_EXTRA_CA_CERTS=FILE; otherwise do not go on',
        ),
      ];
  if (days < 0) return [...trust, error(`the certificate ended on ${until}`, 'its owner has to renew it')];
  if (days < CERTIFICATE_WARNING_DAYS) {
    return [
      ...trust,
      warning(`the certificate ends in ${days} days, on ${until}`, 'its owner has to renew it'),
    ];
  }
  return [...trust, ok(`${protocol}, certificate valid until ${until}`)];
}

/** Deadline (ms) of a name lookup. */
const LOOKUP = 5_000;

/** Target of a connection. */
interface Target {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

function targetOf(origin: string): Target {
  const { hostname, port, protocol } = new URL(origin);
  const secure = protocol === 'https:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    secure,
  };
}

async function findName(host: string, clock: Clock): Promise<Result<readonly string[], string>> {
  const lookupResult = lookup(host, { all: true }).then(
    (addresses) => success(addresses.map(({ address }) => address)),
    (thrown: unknown) => failure(codeOf(thrown)),
  );
  return withTimeout(clock, LOOKUP, lookupResult);
}

async function checkTls(socket: Socket, host: string, clock: Clock, says: FindingMaker): Promise<Finding[]> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Safe without verification: the certificate is only inspected, and nothing is sent over this connection.
  const tls = await openSocket(
    connectTls({ socket, host, ...name, rejectUnauthorized: false }),
    'secureConnect',
    clock,
  );
  if (!tls.ok)
    return [says.error(`no TLS (${tls.failure})`, 'is it an HTTPS address? is a proxy in between?')];
  const findings = checkCertificate(tls.value, clock.now(), says);
  tls.value.destroy();
  return findings;
}

/** Opens one connection to an origin step by step: name, TCP, TLS. The last finding is an error if a step failed. */
export async function probeConnection(origin: string, clock: Clock, says: FindingMaker): Promise<Finding[]> {
  const { host, port, secure } = targetOf(origin);
  const began = clock.steady();
  const took = () => `${clock.steady() - began} ms`;
  const findings: Finding[] = [];
  if (isIP(host) === 0) {
    const name = await findName(host, clock);
    if (!name.ok) {
      const advice = "is the name right? does this machine's resolver know it?";
      return [says.error(`the name ${host} cannot be found (${name.failure})`, advice)];
    }
    findings.push(says.ok(`${host} is ${name.value.join(', ')} (${took()})`));
  }
  const socket = await openSocket(connect({ host, port }), 'connect', clock);
  if (!socket.ok) {
    const advice = 'is the port right? does a firewall let this machine out?';
    return [...findings, says.error(`${host}:${port} cannot be reached (${socket.failure})`, advice)];
  }
  findings.push(says.ok(`${host}:${port} takes connections (${took()})`));
  if (secure) findings.push(...(await checkTls(socket.value, host, clock, says)));
  socket.value.destroy();
  return findings;
}
