import type { TLSSocket } from 'node:tls';
import type { About } from './about';
import type { Finding } from './finding';

const DAY = 24 * 60 * 60 * 1000;
/** Days before its end from which a certificate is worth a word. */
const SOON = 14;

/** What is wrong with the certificate of an open connection, at an instant (ms). */
export function checkCertificate(socket: TLSSocket, now: number, { ok, warning, error }: About): Finding[] {
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
  if (days < SOON) {
    return [
      ...trust,
      warning(`the certificate ends in ${days} days, on ${until}`, 'its owner has to renew it'),
    ];
  }
  return [...trust, ok(`${protocol}, certificate valid until ${until}`)];
}
