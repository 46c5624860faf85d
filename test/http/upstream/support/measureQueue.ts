import { FairQueue } from '../../../../src/http/upstream/fairQueue.js';

const TURNS = 2_000;
const WAITING = 8;

const collect = globalThis.gc;
if (collect === undefined) throw new Error('run it with --expose-gc');

const line = new FairQueue(1, 2 * WAITING);
const enter = (): void => {
  const memory = new Array<number>(1_000).fill(0.5);
  line.enter({ party: 'a', start: () => memory.length, displaced: () => undefined });
};
for (let waiting = 0; waiting <= WAITING; waiting += 1) enter();
collect();
const bytesBefore = process.memoryUsage().heapUsed;
for (let turn = 0; turn < TURNS; turn += 1) {
  enter();
  line.leave('a');
}
// Of the old generation nothing is collected: what it still refers to is kept.
for (let times = 0; times < 3; times += 1) collect({ type: 'minor' });
const bytes = process.memoryUsage().heapUsed - bytesBefore;
process.stdout.write(JSON.stringify({ bytes, waiting: line.waitingCount() }));
