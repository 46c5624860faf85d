import { askV2 } from '../../../http/shadow/askV2';
import { besideRequest } from './besideRequest';
import type { PathsComparison } from './comparePaths';
import { isRefusedKey } from './isRefusedKey';

/**
 * The status with which v2 refuses the key, when it does so on a read of every operation: then all would differ, and
 * nothing would be said of v2. Asks no further than to the first read that is not refused.
 */
export async function refusalOfV2(
  paths: readonly string[],
  { desk, gone, ...caller }: PathsComparison,
): Promise<number | undefined> {
  const asked = new Set<string>();
  let refusal: number | undefined;
  for (const path of paths) {
    const request = besideRequest(path, 'key', desk, caller);
    const name = request?.route.operation.name;
    if (request === undefined || name === undefined || asked.has(name)) continue;
    asked.add(name);
    const said = await askV2(request, request.route, desk, { gone, spend: () => undefined });
    if (!said.ok || !isRefusedKey(said.value.answer.status)) return undefined;
    refusal = said.value.answer.status;
  }
  return refusal;
}
