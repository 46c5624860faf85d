import type { Config } from '../config/config';
import type { Sandbox } from '../sandbox/sandbox';
import { type Result, success } from '../translation/result';
import type { Closers } from './closers';
import type { EdgeParts } from './composeEdge';

/** Where calls go. */
export interface Upstreams {
  readonly origins: EdgeParts['origins'];
  readonly sandbox: Sandbox | undefined;
}

/** What an embedded marketplace is started with. */
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
  // Only here: a gateway in earnest need not load it.
  const { openSandbox } = await import('./openSandbox.js');
  const sandbox = await openSandbox(sandboxPort, { liveShapes, v1Sunset: config.sunset });
  if (!sandbox.ok) return sandbox;
  const { origin, close } = sandbox.value;
  closers.add(close);
  return success({ origins: { v2: origin, v1: origin }, sandbox: sandbox.value });
}
