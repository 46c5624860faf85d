/**
 * Builds before `npm start`, and runs `lifeboat serve --sandbox` for it; says so, as both take a while. npm starts it by a
 * shell, which ends on SIGTERM without handing it on (and `exec` is no word of cmd.exe): when the shell is gone, the gateway
 * gets the signal.
 */
const { execFileSync } = require('node:child_process');

const EVERY = 200; // ms

function build() {
  console.error('Building Lifeboat: about a minute the first time ...');
  execFileSync(process.execPath, [process.env.npm_execpath, 'run', '--silent', 'build'], {
    stdio: 'inherit',
  });
}

function start() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY).unref();
  // Programs read standard output.
  console.error('Starting the gateway, and a marketplace to try it on ...');
  process.argv.splice(2, 0, 'serve', '--sandbox');
  require('../dist/cli.js');
}

if (process.env.npm_lifecycle_event === 'prestart') build();
else start();
