import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playKilledWrites } from '../support/playKilledWrites';
import { runCli } from '../support/runCli';
import type { BenchOptions } from './benchOptions';
import { buildGateway } from './buildGateway';

const WRITES = 10_000;

/** Writes that one process has under way: it has 64 connections to each API. */
const AT_ONCE = 110;

/** Kills gateways until so many writes were under way, and prints how many of them nobody knew of after the restart. */
export async function killed(write: (line: string) => void, { runs = WRITES }: BenchOptions): Promise<void> {
  buildGateway();
  const [sum, kills] = [{ unanswered: 0, unknown: 0, needless: 0, answered: 0 }, [] as string[]];
  while (sum.unanswered < runs) {
    const cwd = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
    kills.push(cwd);
    const words = ['serve', '--port', '0', '--admin-port', '0'];
    const ended = await playKilledWrites((environment) => runCli(words, { cwd, environment }), AT_ONCE);
    for (const name of ['unanswered', 'unknown', 'needless', 'answered'] as const) sum[name] += ended[name];
    rmSync(cwd, { recursive: true });
  }
  write(`${sum.unanswered} writes under way at ${kills.length} kills, half translated, half passed on to v1`);
  write(`  unknown after the restart: ${sum.unknown}`);
  write(`  on the list and answered, or never sent: ${sum.needless} (of ${sum.answered} answered)`);
}
