import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openWholeStore } from '../../src/store/wholeStore';
import { inspectStore } from '../../src/store/openStore';
import { observed } from '../comparison/support/observations';
import { sourceProgram } from '../support/builtProgram';
import { temporaryFolder } from '../support/temporaryFolder';
import { describeStores, storeAt } from './support/places';

const folder = temporaryFolder();
const BATCH = 20;

describeStores('a process that is killed while it keeps evidence', (newStore) => {
  it('loses the batch under way at most, keeps none in part, and leaves a sound file', async () => {
    const name = await newStore();
    const at = storeAt(name);
    const program = sourceProgram('test/support/fillComparison.ts');
    const child = spawn(process.execPath, [...program, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 15) child.kill('SIGKILL');
    }
    await ended;

    if (at === name) expect(inspectStore(name)).toBe('ok');
    const { comparison: store, close } = await openWholeStore(at, { pairs: 1_000_000, age: 1e9 });
    const found = await store.observed(['e']);
    const counted = (await store.ended()).get('getAccount')?.get('compared') ?? 0;
    await close();
    expect(acknowledged).toBeGreaterThanOrEqual(15);
    expect(found.length).toBeGreaterThanOrEqual(acknowledged * BATCH);
    expect(found.length).toBeLessThanOrEqual((acknowledged + 1) * BATCH);
    expect(found.length % BATCH).toBe(0);
    expect(counted).toBe(found.length);
  });
});

describe('a process that is killed while it imports a former file', () => {
  it('has imported all of it or nothing, and the next start does the rest', async () => {
    const [path, former] = [folder.path('lifeboat.db'), folder.path('former.db')];
    const before = await openWholeStore(former);
    const kept = Array.from({ length: 5_000 }, (_, at) => observed([], { id: `${at}`, epoch: 'e' }));
    await before.comparison.save({ observed: kept, samples: [], ended: new Map() }, 1);
    await before.close();
    const child = spawn(
      process.execPath,
      [...sourceProgram('test/store/support/importOnce.ts'), path, former],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    createInterface({ input: child.stdout }).on('line', () => child.kill('SIGKILL'));
    await ended;

    const { comparison, take, close } = await openWholeStore(path);
    const found = (await comparison.observed(['e'])).length;
    const imported = await take({ setting: 'comparison.store', file: former }, 2);
    expect([
      [0, 5_000],
      [5_000, 'before'],
    ]).toContainEqual([found, imported]);
    expect(await comparison.observed(['e'])).toHaveLength(5_000);
    await close();
  });
});
