import type { Config } from '../../config/configuration';
import { failure, type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { storeFault } from '../files';
import { systemClock } from '../systemClock';

/**
 * Locks the files of all stores, or returns those that a different process holds: with two writers of one file, each
 * would decide by stages and evidence that the other has changed. Read-only commands take no lock; workers share the
 * lock of their gateway.
 */
export async function lockStores(
  { store, cutover, comparison }: Pick<Config, 'store' | 'cutover' | 'comparison'>,
  closers: Closers,
): Promise<Result<undefined, readonly string[]>> {
  const places = { store, 'cutover.store': cutover.store, 'comparison.store': comparison.store };
  const faults: string[] = [];
  for (const [setting, place] of Object.entries(places)) {
    if (place.kind === 'memory') continue;
    const { file } = place;
    try {
      const { lockFile } = await import('../../store/lockFile.js');
      const locked = lockFile(file, systemClock.now());
      if (locked.isMine) closers.add(locked.close);
      else {
        const { pid, host, since } = locked.holder ?? {
          pid: 'that starts',
          host: 'this host',
          since: 'now',
        };
        const whose = `process ${pid} on ${host} has it, since ${since}`;
        faults.push(`${setting}: ${file}: ${whose}\n  = hint: end that process, or name another file`);
      }
    } catch (error) {
      faults.push(storeFault(setting, `${file}.lock`, error, 'move it away: it says only who uses the file'));
    }
  }
  return faults.length === 0 ? success(undefined) : failure(faults);
}
