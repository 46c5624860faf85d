import type { CutoverStore } from '../../../src/cutover/cutoverStore';
import { openMemoryStore } from '../../../src/store/wholeStore';

/** Creates a store that fails while `broken` is true; its content stays readable through `sound`. */
export async function fragileStore() {
  const sound = (await openMemoryStore()).cutover;
  const failing = { broken: false };
  const guard =
    <Given extends unknown[], Value>(work: (...given: Given) => Promise<Value>) =>
    (...given: Given): Promise<Value> =>
      failing.broken ? Promise.reject(new Error('disk gone')) : work(...given);
  const store: CutoverStore = {
    ...sound,
    append: guard(sound.append),
    loadEvidence: guard(sound.loadEvidence),
    saveEvidence: guard(sound.saveEvidence),
    addWrites: guard(sound.addWrites),
    noteFound: guard(sound.noteFound),
    closeWrite: guard(sound.closeWrite),
    check: guard(sound.check),
  };
  return { store, sound, failing };
}
