import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder in which there may be no more room. */
export interface SmallDisk {
  readonly path: string;
  readonly fill: () => void;
  readonly free: () => void;
  readonly close: () => void;
}

const limit = (size: string): void =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`]);

/** No file of this process can be written beyond its first page: EFBIG, which every user can have. */
export function limitedFolder(path: string): SmallDisk {
  mkdirSync(path);
  const free = () => limit('unlimited');
  return { path, fill: () => limit(String(4 * 1024)), free, close: free };
}

/** A file system of its own, which really is full: ENOSPC. Throws for users who may not mount one. */
function mountedFolder(path: string): SmallDisk {
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => {
      writeFileSync(ballast, '');
      try {
        for (;;) appendFileSync(ballast, Buffer.alloc(4096));
      } catch {
        return; // there is no room any more
      }
    },
    free: () => rmSync(ballast),
    close: () => void execFileSync('umount', ['--lazy', path]),
  };
}

/** A disk that can be full: a real one where this user may mount one, else files that cannot grow. */
export function smallDisk(path: string): SmallDisk {
  try {
    return mountedFolder(path);
  } catch {
    rmSync(path, { recursive: true, force: true });
    return limitedFolder(path);
  }
}
