import type { UpstreamAnswer, UpstreamFault } from '../../gateway/upstream';
import type { Result } from '../../translation/result';
import type { About } from './about';
import { checkSkew } from './checkSkew';
import type { Finding } from './finding';

/** What was read first, and how it went. */
export interface FirstRead {
  readonly path: string;
  readonly withKey: boolean;
  readonly outcome: Result<UpstreamAnswer, UpstreamFault>;
  /** Instant (ms) at which it came. */
  readonly now: number;
}

const NO_KEY =
  'make one in the partner dashboard (Settings, Developers) and name its variable with --key-env';

function keyFinding({ path, withKey }: FirstRead, status: number, says: About): Finding {
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

/** `998 of 1000`, when both are numbers. */
function rateFinding(headers: UpstreamAnswer['headers'], says: About): Finding[] {
  const { 'x-ratelimit-limit': limit = '', 'x-ratelimit-remaining': left = '' } = headers;
  return /^\d+ \d+$/.test(`${limit} ${left}`)
    ? [says.ok(`${left} of ${limit} calls are left in this minute`)]
    : [];
}

/** What the first answer of a service tells: is it there, does it take the key, do the clocks agree. */
export function checkFirstAnswer(read: FirstRead, says: About): Finding[] {
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
