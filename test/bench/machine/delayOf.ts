import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Asks a measured Node program how late its event loop was since it was last asked (ms, p99). */
export async function delayOf(pid: number): Promise<number> {
  const file = join(tmpdir(), `lifeboat-delay-${pid}`);
  process.kill(pid, 'SIGUSR2');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') {
      rmSync(file);
      return Number(text);
    }
    await pause(10);
  }
  return NaN;
}
