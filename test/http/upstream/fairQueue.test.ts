import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FairQueue } from '../../../src/http/upstream/fairQueue.js';
import { sourceProgram } from '../../support/builtProgram.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that something refers to. */
function heldBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Lets a request of a party in under a name; what becomes of it is written down. */
function gate(line: FairQueue) {
  const started: string[] = [];
  const displaced: string[] = [];
  const enter = (party: string, name: string) =>
    line.enter({ party, start: () => started.push(name), displaced: () => displaced.push(name) });
  const enterMany = (party: string, count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${party}${index + 1}`);
    return names.filter((name) => enter(party, name) !== undefined).length;
  };
  return { started, displaced, enter, enterMany };
}

describe('FairQueue', () => {
  it('starts as many calls as it has places, and the others in turn', () => {
    const line = new FairQueue(2, 2);
    const { started, enterMany } = gate(line);
    enterMany('a', 4);
    expect(started).toEqual(['a1', 'a2']);
    expect([line.countTaken(), line.waitingCount()]).toEqual([2, 2]);
    line.leave('a');
    line.leave('a');
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect([line.countTaken(), line.waitingCount()]).toEqual([2, 0]);
  });

  it('skips a call that has left the queue', () => {
    const line = new FairQueue(1, 2);
    const { started, enter } = gate(line);
    enter('a', 'one');
    const leave = enter('a', 'two');
    enter('a', 'three');
    leave?.();
    leave?.();
    line.leave('a');
    expect(started).toEqual(['one', 'three']);
  });

  it('lets callers start in turn, however many requests one of them has queued', () => {
    const line = new FairQueue(1, 100);
    const { started, enter, enterMany } = gate(line);
    enterMany('greedy', 50);
    enter('b', 'b1');
    enter('c', 'c1');
    for (let times = 0; times < 4; times += 1) line.leave('greedy');
    expect(started).toEqual(['greedy1', 'greedy2', 'b1', 'c1', 'greedy3']);
  });

  it('drops the last call of the longest queue for a caller with fewer calls', () => {
    const line = new FairQueue(1, 3);
    const { started, displaced, enter, enterMany } = gate(line);
    expect(enterMany('greedy', 10)).toBe(4);
    expect(enter('b', 'b1')).toBeDefined();
    expect(displaced).toEqual(['greedy4']);
    expect(enter('b', 'b2')).toBeUndefined(); // two against one: nobody has too much
    line.leave('greedy');
    line.leave('greedy');
    expect(started).toEqual(['greedy1', 'greedy2', 'b1']);
  });

  it('keeps an eighth of its places from any single caller', () => {
    const line = new FairQueue(64, 256);
    const { started, enter, enterMany } = gate(line);
    enterMany('greedy', 320);
    expect(started).toHaveLength(56);
    for (const name of ['b', 'c', 'd']) enter(name, name);
    expect(started.slice(56)).toEqual(['b', 'c', 'd']);
    line.leave('b');
    expect(started).toHaveLength(59); // the place stays free for another party
  });

  it('ignores a late departure when other calls of the same caller have arrived', () => {
    const line = new FairQueue(1, 3);
    const { started, displaced, enter } = gate(line);
    enter('a', 'a1');
    enter('a', 'a2');
    enter('a', 'a3');
    const wayOut = enter('a', 'a4');
    enter('b', 'b1');
    expect(displaced).toEqual(['a4']);
    for (const party of ['a', 'a', 'b', 'a']) line.leave(party);
    expect([line.countTaken(), line.waitingCount()]).toEqual([0, 0]);
    enter('a', 'a5');
    enter('a', 'a6');
    wayOut?.();
    line.leave('a');
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a5', 'a6']);
    line.leave('a');
    expect([line.countTaken(), line.waitingCount()]).toEqual([0, 0]);
  });

  it('keeps the places of a forgotten caller on a late departure', () => {
    const line = new FairQueue(100, 10);
    const nobody = { start: () => undefined, displaced: () => undefined };
    // With so many that come again, it forgets who leaves.
    for (let count = 0; count < 1_100; count += 1) {
      line.enter({ ...nobody, party: `former ${count}` });
      line.leave(`former ${count}`);
    }
    const otherTexts = Array.from({ length: 70 }, (_, index) => `party ${index}`);
    for (const party of otherTexts) line.enter({ ...nobody, party });
    for (let entered = 0; entered < 30; entered += 1) line.enter({ ...nobody, party: 'a' });
    const leaveLate = line.enter({ ...nobody, party: 'a' });
    for (let remaining = 0; remaining < 31; remaining += 1) line.leave('a');
    line.enter({ ...nobody, party: 'a' });
    leaveLate?.();
    for (let entered = 0; entered < 29; entered += 1) line.enter({ ...nobody, party: 'a' });
    const { started, enterMany } = gate(line);
    for (const party of otherTexts) line.leave(party);
    enterMany('a', 60);
    // Seven eighths of the places are the most that one party has; thirty of them it had before.
    expect(started).toHaveLength(58);
  });

  it('remembers no long name of a caller without requests, because anybody may send any number of them', () => {
    const line = new FairQueue(64, 256);
    const countBefore = heldBytes();
    for (let count = 0; count < 1_000; count += 1) {
      const party = randomBytes(5_000).toString('hex');
      line.enter({ party, start: () => undefined, displaced: () => undefined });
      line.leave(party);
    }
    expect(heldBytes() - countBefore).toBeLessThan(2_000_000);
    expect(line.countTaken()).toBe(0);
  });

  it('keeps no waiting caller in memory, though it is never empty', () => {
    // In a process of its own: what else happens in the tests' heap would be measured too.
    const words = ['--expose-gc', ...sourceProgram('test/http/upstream/support/measureQueue.ts')];
    const measured = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as unknown;
    expect(measured).toEqual({ bytes: expect.any(Number) as number, waiting: 8 });
    expect((measured as { readonly bytes: number }).bytes).toBeLessThan(2_000_000);
  });
});
