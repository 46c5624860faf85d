/**
 * Runs `lifeboat serve --sandbox` for `npm start`. npm starts it by a shell, which ends on SIGTERM without handing it on
 * (and `exec` is no word of cmd.exe): when the shell is gone, the gateway gets the signal.
 */
const EVERY = 200; // ms

const shell = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, EVERY).unref();

process.argv.splice(2, 0, 'serve', '--sandbox');
require('../dist/cli.js');
