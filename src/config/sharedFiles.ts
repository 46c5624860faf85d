import type { Config } from './config';
import type { ConfigFault } from './configFault';

/** Stores that name one file, however it is written: each keeps tables of its own and takes another's for damage. */
export function sharedFiles({ store, cutover, comparison }: Config): ConfigFault[] {
  const names = new Map<string, string>();
  const faults: ConfigFault[] = [];
  const stores = { store, 'cutover.store': cutover.store, 'comparison.store': comparison.store };
  for (const [place, where] of Object.entries(stores)) {
    if (where.kind === 'memory') continue;
    const other = names.get(where.file);
    names.set(where.file, place);
    if (other === undefined) continue;
    const hint = 'give each store a file of its own';
    faults.push({
      kind: 'named',
      place,
      code: 'shared-file',
      message: `must be another file than ${other}`,
      hint,
    });
  }
  return faults;
}
