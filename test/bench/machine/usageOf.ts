import { readFileSync } from 'node:fs';

/** Usage of a process and its children so far. */
export interface Usage {
  /** User and system time. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
}

/** Linux counts processor time in hundredths of a second towards programs (USER_HZ). */
const MICROSECONDS_PER_TICK = 10_000;

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** proc(5): the fields behind the name, which stands in brackets and may hold spaces; utime and stime are 14 and 15. */
function cpuOf(pid: number): number {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}

const rssOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024;

const childrenOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Reads the usage of a process and everything it has started from /proc. */
export function usageOf(pid: number): Usage {
  const ownEntry = { cpuMicroseconds: cpuOf(pid), rssBytes: rssOf(pid) };
  return childrenOf(pid)
    .map(usageOf)
    .reduce(
      (sum, child) => ({
        cpuMicroseconds: sum.cpuMicroseconds + child.cpuMicroseconds,
        rssBytes: sum.rssBytes + child.rssBytes,
      }),
      ownEntry,
    );
}
