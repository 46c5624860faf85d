import { execFile } from 'node:child_process';
import { PROGRAM } from '../support/builtProgram.ts';

/** Runs `lifeboat openapi` with its output sent where the shell says. */
const run = (output: string) =>
  new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) => {
    const words = ['-c', `exec "$0" "$@" ${output}`, process.execPath, PROGRAM, 'openapi'];
    execFile('/bin/sh', words, (error, _stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stderr });
    });
  });

describe('output of a command', () => {
  it('is a reported failure if it cannot be written', async () => {
    const { code, stderr } = await run('> /dev/full');
    expect(code).toBe(1);
    expect(stderr).toContain('The output could not be written: ');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('is no failure if the reader has closed the pipe', async () => {
    expect(await run('| head -1')).toMatchObject({ code: 0, stderr: '' });
  });
});
