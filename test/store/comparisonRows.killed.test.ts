import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openKeptStore } from '../../src/store/keptStore';
import { inspectStore } from '../../src/store/openStore';
import { built } from '../support/builtProgram';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const BATCH = 20;

describe('a process that is killed while it keeps evidence', () => {
  it('loses the batch under way at most, keeps none in part, and leaves a sound file', async () => {
    const path = folder.path('killed.db');
    const program = built('test/support/fillComparison.ts');
    const child = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 15) child.kill('SIGKILL');
    }
    await ended;

    expect(inspectStore(path)).toBe('ok');
    const { comparison: store, close } = await openKeptStore(path, { pairs: 1_000_000, age: 1e9 });
    const observed = await store.observed(['e']);
    const counted = (await store.ended()).get('getAccount')?.get('compared') ?? 0;
    await close();
    expect(acknowledged).toBeGreaterThanOrEqual(15);
    expect(observed.length).toBeGreaterThanOrEqual(acknowledged * BATCH);
    expect(observed.length).toBeLessThanOrEqual((acknowledged + 1) * BATCH);
    expect(observed.length % BATCH).toBe(0);
    expect(counted).toBe(observed.length);
  });
});
