import type { Config } from '../config/configuration';
import { describeListenError } from '../http/server/startServer';
import type { PlantedFaults } from '../operator/operatorParts';
import type { Sandbox, SandboxOptions } from '../sandbox/sandboxOptions';
import { failure, type Result, success } from '../contract/result';
import type { Closers } from './closers';
import { systemClock } from './systemClock';

/** Host of the marketplace: the loopback interface only, because its keys are printed. */
const HOST = '127.0.0.1';

/** Seed of the marketplace: always the same number, so that everyone first sees the same marketplace. */
const SEED = 1;

/**
 * Starts a marketplace that ends with the process, or returns the reason why not. It has no rate limits, so that the
 * gateway can be tried at any speed. `lifeboat sandbox` has them for rehearsals.
 */
export async function openSandbox(
  port: number,
  behaviour: Required<Pick<SandboxOptions, 'liveShapes'>> & Pick<SandboxOptions, 'v1Sunset'>,
): Promise<Result<Sandbox, string>> {
  // Imported only here: a gateway for the real service need not load it.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
  try {
    const store = { kind: 'memory' } as const;
    return success(
      await startSandbox({ host: HOST, port, store, seed: SEED, clock: systemClock, ...behaviour }),
    );
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error && error.syscall === 'listen')) throw error;
    return failure(`--sandbox-port: ${describeListenError(error, HOST, port).message}`);
  }
}

/** The embedded marketplace, and the faults that can be planted in it. */
export interface EmbeddedSandbox extends Sandbox {
  readonly faults: PlantedFaults;
}

/** Origins of the upstreams, and the sandbox if it is used. */
export interface Upstreams {
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly sandbox: EmbeddedSandbox | undefined;
}

/** Settings of the upstreams, and of the embedded marketplace. */
export interface UpstreamPlan {
  readonly config: Pick<Config, 'upstream' | 'sunset'>;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
}

/** Returns the configured origins, or starts the embedded marketplace and returns its origin. */
export async function openUpstreams(
  { config, sandboxPort, liveShapes }: UpstreamPlan,
  closers: Closers,
): Promise<Result<Upstreams, string>> {
  const { upstream } = config;
  if (upstream.kind === 'service') return success({ origins: upstream, sandbox: undefined });
  const sandbox = await openSandbox(sandboxPort, { liveShapes, v1Sunset: config.sunset });
  if (!sandbox.ok) return sandbox;
  const { origin, close } = sandbox.value;
  closers.add(close);
  const { createSandboxFaults } = await import('./admin/sandboxFaults.js');
  const faults = createSandboxFaults(origin);
  return success({ origins: { v2: origin, v1: origin }, sandbox: { ...sandbox.value, faults } });
}
