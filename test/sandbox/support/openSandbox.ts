import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandboxOptions.js';
import { startSandbox } from '../../../src/sandbox/startSandbox.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { closeBehindTest } from '../../support/closeBehindTest.ts';

/** A marketplace in memory on a free port, with the given differences. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    store: { kind: 'memory' },
    seed: 1,
    liveShapes: false,
    clock: fakeClock(Date.UTC(2025, 10, 15)),
    ...options,
  });
  return { ...sandbox, close: closeBehindTest(sandbox.close) };
}
