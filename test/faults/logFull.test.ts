import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sourceProgram } from '../support/builtProgram.ts';

const FULL = '/dev/full';
const LINES = 3_000;

/** Runs a program that writes three megabytes to stderr before anybody reads it. */
const fillLog = (stderr: 'pipe' | number): ChildProcess =>
  spawn(process.execPath, sourceProgram('test/faults/support/fillLog.ts'), {
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
  });

async function linesLost(child: ChildProcess): Promise<number> {
  const [lost] = (await once(child, 'message')) as [number];
  return lost;
}

async function codeAtEnd(child: ChildProcess): Promise<unknown> {
  child.send('end');
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

describe('a log that cannot be written', () => {
  it('keeps whole lines for the reader of a full pipe, and leaves out lines beyond a megabyte', async () => {
    const child = fillLog('pipe');
    const lost = await linesLost(child);
    expect(lost).toBeGreaterThan(1_500);
    expect(lost).toBeLessThan(2_000);
    const [code, read] = await Promise.all([codeAtEnd(child), text(child.stderr as Readable)]);
    const lines = read.split('\n');
    expect([code, lines.length, ...lines.slice(-2)]).toEqual([0, LINES - lost + 2, 'last', '']);
    expect(lines.slice(0, -2).filter((line) => line.length !== 999)).toEqual([]);
  });

  it('counts the lines that are lost when its reader is gone, and lets the process end', async () => {
    const child = fillLog('pipe');
    child.stderr?.destroy();
    expect(await linesLost(child)).toBeGreaterThan(1_500);
    expect(await codeAtEnd(child)).toBe(0);
  });

  (existsSync(FULL) ? it : it.skip)(
    'is counted while its disk is full, and lets the process end',
    async () => {
      const child = fillLog(openSync(FULL, 'w'));
      expect(await linesLost(child)).toBeGreaterThan(1_500);
      expect(await codeAtEnd(child)).toBe(0);
    },
  );
});
