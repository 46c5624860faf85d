import { storeAt } from './places.ts';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { chainEntry, type StageEvent } from '../../../src/cutover/stages/stageEvent.js';

/** Appends to the log in the named store until it is killed, and prints the number of each acknowledged event. */
async function main(name: string): Promise<void> {
  const { cutover: store } = await openWholeStore(storeAt(name));
  let last: StageEvent | undefined;
  for (;;) {
    last = chainEntry(last, {
      at: 1,
      actor: 'ada',
      resource: 'offer',
      from: 'v1',
      change: { kind: 'kill' },
      cause: 'kill',
      reason: 'a test',
      evidence: [],
      step: '',
      mappingHash: 'e1',
    });
    await store.append(last);
    process.stdout.write(`${String(last.seq)}\n`);
  }
}

void main(process.argv[2] ?? '');
