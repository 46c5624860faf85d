import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredNode } from '../machine/measuredNode';
import { type Running, startProcess } from '../machine/startProcess';

/** Settings of a measured gateway. */
export interface LifeboatPlan {
  /** The folder of a checkout in which `npm run build` has been run. */
  readonly checkout: string;
  /** Origin of the upstream. */
  readonly v2: string;
  /** Further settings as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further words behind `serve`. */
  readonly words?: readonly string[];
}

/** Returns the program of a checkout, which its package file names: it lay elsewhere in earlier versions. */
export function programOf(checkout: string): string {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly bin: { readonly lifeboat: string };
  };
  return join(checkout, bin.lifeboat);
}

/** Starts the gateway as it is shipped: guards and metrics on, a line of log for every request, into a file. */
export async function startLifeboat({
  checkout,
  v2,
  environment,
  words = [],
}: LifeboatPlan): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const log = openSync(join(folder, 'log'), 'w');
  const running = await startProcess({
    seat: 'measured',
    command: [measuredNode(), programOf(checkout), 'serve', '--port', '0', '--admin-port', '0', ...words],
    // Bench runs leave nothing behind, and start several gateways in one folder.
    environment: { LIFEBOAT_UPSTREAM_V2: v2, LIFEBOAT_STORE: 'memory', ...environment },
    log,
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...running, stop };
}
