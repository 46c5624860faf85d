import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openWholeStore } from '../../src/store/wholeStore';
import { inspectStore } from '../../src/store/openStore';
import { sourceProgram } from '../support/builtProgram';
import { describeStores, storeAt } from './support/places';

const BATCH = 20;

describeStores('a process that is killed while it stores evidence', (newStore) => {
  it('loses at most the running batch, stores no partial batch, and leaves an intact file', async () => {
    const name = await newStore();
    const at = storeAt(name);
    const program = sourceProgram('test/support/fillComparison.ts');
    const child = spawn(process.execPath, [...program, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const endedPromise = once(child, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 15) child.kill('SIGKILL');
    }
    await endedPromise;

    if (at === name) expect(inspectStore(name)).toBe('ok');
    const { comparison: store, close } = await openWholeStore(at, { pairs: 1_000_000, age: 1e9 });
    const foundObserveds = await store.observed(['e']);
    const counted = (await store.ended()).get('getAccount')?.get('compared') ?? 0;
    await close();
    expect(acknowledged).toBeGreaterThanOrEqual(15);
    expect(foundObserveds.length).toBeGreaterThanOrEqual(acknowledged * BATCH);
    expect(foundObserveds.length).toBeLessThanOrEqual((acknowledged + 1) * BATCH);
    expect(foundObserveds.length % BATCH).toBe(0);
    expect(counted).toBe(foundObserveds.length);
  });
});
