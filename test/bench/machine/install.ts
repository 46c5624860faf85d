import { spawnSync } from 'node:child_process';

/** Debian's names of what the bench can use next to what npm installs. */
const PACKAGES = ['wrk', 'nginx-light', 'libnginx-mod-http-lua', 'lua-cjson', 'slowhttptest', 'util-linux'];

/** Installs the load tool and the server of the peers through apt-get, which wants root. */
export function install(): void {
  const run = (...words: string[]): void => {
    const { status } = spawnSync('apt-get', words, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`apt-get ${words[0] ?? ''} failed; are you root?`);
  };
  run('update');
  run('install', '--yes', '--no-install-recommends', ...PACKAGES);
}
