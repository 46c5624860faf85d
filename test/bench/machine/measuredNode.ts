import { spawnSync } from 'node:child_process';
import { nodeOf } from '../../support/nodeOf.ts';

let program = process.execPath;

/** The Node that the gateway and its peers run on; load tool and upstream stay on that of the bench. */
export const measuredNode = (): string => program;

/** Its version, such as `v24.21.0`. */
export const measuredVersion = (): string =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();

/** Has everything measured on another Node, such as 24. */
export function measureOn(version: string): void {
  program = nodeOf(version);
}
