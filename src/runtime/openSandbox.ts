import { describeListenError } from '../http/server/startServer';
import type { Sandbox, SandboxOptions } from '../sandbox/sandboxOptions';
import { startSandbox } from '../sandbox/startSandbox';
import { failure, type Result, success } from '../contract/result';
import { systemClock } from './systemClock';

/** The marketplace is for this machine only: its keys are printed. */
const HOST = '127.0.0.1';

/** Any number does; always the same, so that a first look shows everyone the same marketplace. */
const SEED = 1;

/** How an embedded marketplace answers; `v1Sunset` as the sandbox takes it. */
export type SandboxWishes = Required<Pick<SandboxOptions, 'liveShapes'>> & Pick<SandboxOptions, 'v1Sunset'>;

/**
 * Starts a marketplace that is gone with the process, or says why it cannot be started. It keeps no rate limits: it is
 * there to try the gateway as fast as one likes; `lifeboat sandbox` keeps them, to rehearse with.
 */
export async function openSandbox(port: number, wishes: SandboxWishes): Promise<Result<Sandbox, string>> {
  try {
    const store = { kind: 'memory' } as const;
    return success(
      await startSandbox({ host: HOST, port, store, seed: SEED, clock: systemClock, ...wishes }),
    );
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error && error.syscall === 'listen')) throw error;
    return failure(`--sandbox-port: ${describeListenError(error, HOST, port).message}`);
  }
}
