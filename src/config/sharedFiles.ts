import type { ConfigFault } from './configFault';
import { MEMORY } from './settingKinds';
import type { Settings } from './settings';

/** Stores that name one file: each keeps tables of its own and takes another's for damage. */
export function sharedFiles({ store, cutover, comparison }: Settings): ConfigFault[] {
  const names = new Map<string, string>();
  const faults: ConfigFault[] = [];
  const stores = { store, 'cutover.store': cutover.store, 'comparison.store': comparison.store };
  for (const [place, file] of Object.entries(stores)) {
    const other = names.get(file);
    names.set(file, place);
    if (file === MEMORY || other === undefined) continue;
    const message = `must be another file than ${other}`;
    faults.push({
      kind: 'named',
      place,
      code: 'shared-file',
      message,
      hint: 'give each store a file of its own',
    });
  }
  return faults;
}
