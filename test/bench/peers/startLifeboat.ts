import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
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

/** Starts the gateway as it is shipped: guards and metrics on, a line of log for every request, into a file. */
export async function startLifeboat({
  checkout,
  v2,
  environment,
  words = [],
}: LifeboatPlan): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const log = openSync(join(folder, 'log'), 'w');
  const bundle = join(checkout, 'dist', 'bundle', 'cli.js');
  // A state before the bundle is measured next to this one.
  const program = existsSync(bundle) ? bundle : join(checkout, 'dist', 'cli.js');
  const running = await startProcess({
    seat: 'measured',
    command: [measuredNode(), program, 'serve', '--port', '0', '--admin-port', '0', ...words],
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
