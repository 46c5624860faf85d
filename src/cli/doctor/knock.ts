import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../gateway/clock';
import { failure, type Result, success } from '../../translation/result';
import type { About } from './about';
import { checkCertificate } from './checkCertificate';
import type { Finding } from './finding';
import { codeOf, openSocket } from './openSocket';
import { within } from './within';

/** Most time (ms) for a name to be found. */
const LOOKUP = 5_000;

/** Where a connection is opened to. */
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
  const found = lookup(host, { all: true }).then(
    (addresses) => success(addresses.map(({ address }) => address)),
    (thrown: unknown) => failure(codeOf(thrown)),
  );
  return within(clock, LOOKUP, found);
}

async function checkTls(socket: Socket, host: string, clock: Clock, says: About): Promise<Finding[]> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Looked at, not relied on: nothing is sent over this connection.
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

/** Opens one connection to an origin, step by step: name, TCP, TLS. The last finding is an error when it failed. */
export async function knock(origin: string, clock: Clock, says: About): Promise<Finding[]> {
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
