import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config';
import { inspectStore } from '../../store/inspectStore';
import { type About, about } from './about';
import type { Finding } from './finding';
import { reasonOf } from '../reasonOf';

function checkFolder(file: string, { ok, error }: About): Finding {
  try {
    accessSync(dirname(file), constants.W_OK);
    return ok(`${file} will be made`);
  } catch (thrown) {
    return error(`${file} cannot be made: ${reasonOf(thrown)}`, 'name another file in the settings');
  }
}

function checkFile(file: string, advice: string, { ok, error }: About): Finding {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    const verdict = inspectStore(file);
    return verdict === 'ok' ? ok(`${file} is sound`) : error(`${file} is damaged: ${verdict}`, advice);
  } catch (thrown) {
    return error(`${file} cannot be used: ${reasonOf(thrown)}`, advice);
  }
}

/** Whether the stores can be used, without making or changing them. */
export function checkStores({
  store,
  cutover,
  comparison,
}: Pick<Config, 'store' | 'cutover' | 'comparison'>): Finding[] {
  const places = [
    {
      says: about('store'),
      place: store,
      inMemory: 'in memory: the index of logins is read anew after every start',
      advice: 'move it away: the index fills itself again',
    },
    {
      says: about('cutover.store'),
      place: cutover.store,
      inMemory: 'in memory: stage moves are lost with the process',
      advice: 'put a copy in its place: it holds the stage moves',
    },
    {
      says: about('comparison.store'),
      place: comparison.store,
      inMemory: 'in memory: what was compared is lost with the process',
      advice: 'move it away: evidence is collected anew',
    },
  ];
  return places.map(({ says, place, inMemory, advice }) => {
    if (place.kind === 'memory') return says.ok(inMemory);
    const { file } = place;
    return existsSync(file) ? checkFile(file, advice, says) : checkFolder(file, says);
  });
}
