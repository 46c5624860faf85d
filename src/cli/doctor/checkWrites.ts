import type { Config } from '../../config/configuration';
import { createCallerNames } from '../../cutover/callerNames';
import { createUsage } from '../../cutover/evidence/usage';
import { forecastWrites } from '../../cutover/evidence/writeForecast';
import { foldEvents, initialState } from '../../cutover/stages/stageState';
import { readKeyNames } from '../../runtime/reload/secrets';
import { readStores } from '../../runtime/stores/openStores';
import { type Finding, findingsAbout } from './doctorFindings';

const { warning } = findingsAbout('writes');

const ADVICE = 'tell its owner before the move, or keep it on v1 meanwhile: lifeboat stage pin';

/**
 * Names the callers whose writes v2 would refuse by its rate limit, as the store has them. Says nothing about a faulty
 * store, which another check reports.
 */
export async function checkWrites(config: Pick<Config, 'store' | 'keys'>, now: number): Promise<Finding[]> {
  const read = await readStores(config);
  if (!read.ok || read.value === undefined) return [];
  const { cutover, counters, kept: keptEvents } = read.value;
  const keyNames = await readKeyNames(config.keys);
  const names = createCallerNames(cutover, () => keyNames);
  await names.open();
  const states = foldEvents(keptEvents);
  const usage = createUsage(() => now);
  await usage.read({ follow: (work) => work(counters.sums, () => []) });
  return usage.resources().flatMap((resource) => {
    const state = states.get(resource) ?? initialState;
    return forecastWrites({ usage: usage.of(resource), state, callerText: names.text }, now).map(
      ({ sentence }) => warning(`${resource}: ${sentence}`, ADVICE),
    );
  });
}
