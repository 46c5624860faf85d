import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredNode } from '../machine/measuredNode.ts';
import { type ProcessPlan, type Running, startProcess } from '../machine/startProcess.ts';
import { buildProgram } from './buildProgram.ts';

/** Settings of a measured gateway. */
interface LifeboatPlan {
  /** The folder of a checkout in which `npm run build` has been run. */
  readonly checkout: string;
  /** Origin of the upstream. */
  readonly v2: string;
  /** Further settings as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns the program of a checkout, which its package file names: it lay elsewhere in earlier versions. */
export function programOf(checkout: string): string {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly bin: { readonly lifeboat: string };
  };
  return join(checkout, bin.lifeboat);
}

/** Starts a Node program to be measured, whose lines of log go into a file. */
export async function startMeasured(plan: Pick<ProcessPlan, 'command' | 'environment'>): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const log = openSync(join(folder, 'log'), 'w');
  const command = [measuredNode(), '--require', buildProgram('delay'), ...plan.command];
  const running = await startProcess({ ...plan, command, seat: 'measured', log });
  closeSync(log);
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...running, stop };
}

/** Starts the gateway as `lifeboat deploy` does: with its option of Node, guards and metrics on, a line of log for every request. */
export const startLifeboat = ({ checkout, v2, environment }: LifeboatPlan): Promise<Running> =>
  startMeasured({
    command: ['--max-semi-space-size=16', programOf(checkout), 'serve', '--port', '0', '--admin-port', '0'],
    // Bench runs leave nothing behind, and start several gateways in one folder.
    environment: { LIFEBOAT_UPSTREAM_V2: v2, LIFEBOAT_STORE: 'memory', ...environment },
  });
