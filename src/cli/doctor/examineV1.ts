import type { Config } from '../../config/config';
import type { Clock } from '../../gateway/clock';
import { about } from './about';
import { createService } from './createService';
import { examineService } from './examineService';
import type { Finding } from './finding';

const says = about('v1');

/** What clients of v1 read first (spec 4.9). */
const PATH = '/v1/accounts?per_page=1';
const DAY = 24 * 60 * 60 * 1000;

/** Whether v1 can still be asked, for as long as it is. */
export async function examineV1(
  origin: string | undefined,
  { sunset, keys }: Pick<Config, 'sunset' | 'keys'>,
  key: string | undefined,
  clock: Clock,
): Promise<Finding[]> {
  if (origin === undefined)
    return [says.ok('not configured: requests that are not translated are answered 410')];
  const days = Math.ceil((sunset - clock.now()) / DAY);
  const day = new Date(sunset).toISOString().slice(0, 10);
  if (days <= 0)
    return [says.warning(`is not asked any more since ${day}`, 'remove upstream.v1, or correct sunset')];
  const service = createService(origin, clock);
  try {
    // With an exchange table the operator's key is one of v2, and none of v1's business.
    const v1Key = keys.kind === 'passOn' ? key : undefined;
    const findings = await examineService(service, { origin, path: PATH, key: v1Key }, clock, says);
    return [...findings, says.ok(`will be asked until ${day}, for ${days} more days`)];
  } finally {
    await service.close();
  }
}
