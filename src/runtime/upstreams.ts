import type { Config } from '../config/configuration';
import { describeListenError } from '../http/server/startServer';
import type { Sandbox, SandboxOptions } from '../sandbox/sandboxOptions';
import { failure, type Result, success } from '../contract/result';
import type { Closers } from './closers';
import { systemClock } from './systemClock';

/** The marketplace is for this machine only: its keys are printed. */
const HOST = '127.0.0.1';

/** Any number does; always the same, so that a first look shows everyone the same marketplace. */
const SEED = 1;

/** How an embedded marketplace answers; `v1Sunset` as the sandbox takes it. */
type SandboxWishes = Required<Pick<SandboxOptions, 'liveShapes'>> & Pick<SandboxOptions, 'v1Sunset'>;

/**
 * Starts a marketplace that is gone with the process, or says why it cannot be started. It keeps no rate limits: it is
 * there to try the gateway as fast as one likes; `lifeboat sandbox` keeps them, to rehearse with.
 */
export async function openSandbox(port: number, wishes: SandboxWishes): Promise<Result<Sandbox, string>> {
  // Only here: a gateway in earnest need not load it.
  const { startSandbox } = await import('../sandbox/startSandbox.js');
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

/** Where calls go. */
export interface Upstreams {
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly sandbox: Sandbox | undefined;
}

/** Settings of the upstreams, and of the embedded marketplace. */
export interface UpstreamPlan {
  readonly config: Pick<Config, 'upstream' | 'sunset'>;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
}

/** The configured origins, or those of the embedded marketplace, which is started. */
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
  return success({ origins: { v2: origin, v1: origin }, sandbox: sandbox.value });
}
