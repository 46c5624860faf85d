/**
 * Sees to it that output which could not be written, such as on a full disk, is told and ends the process with
 * `failed`, whatever the command has made of it. Who stops reading (`lifeboat check | head -1`) wants no more: that is no
 * failure.
 */
export function watchOutput(failed: number): void {
  let isTold = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`The output could not be written: ${message}\n`);
    process.once('exit', (ended) => {
      process.exitCode = ended === 0 ? failed : ended;
    });
  });
}
