import type { Environment } from '../../config';
import type { Config } from '../../config/config';
import type { Keys } from '../../gateway/keys/keys';
import type { Upstream } from '../../gateway/upstream';
import { createUpstream } from '../../http/createUpstream';
import { upstreamLimits } from '../../http/upstreamLimits';
import type { Sandbox } from '../../sandbox/sandbox';
import { failure, type Result, success } from '../../translation/result';
import type { Closers } from '../closers';
import { openKeys } from '../openKeys';
import { systemClock as clock } from '../systemClock';

/** Where an explained request goes. */
export interface OpenedUpstream {
  readonly upstream: Upstream;
  readonly keys: Keys;
  /** The Authorization header to use where the request shows none: the sandbox's own key. */
  readonly authorization: string | undefined;
  readonly hasV1: boolean;
}

interface Origin {
  readonly origin: string;
  readonly hasV1: boolean;
  readonly sandbox: Sandbox | undefined;
}

async function openOrigin(
  { upstream }: Config,
  liveShapes: boolean,
  closers: Closers,
): Promise<Result<Origin, string>> {
  if (upstream.kind === 'service') {
    return success({ origin: upstream.v2, hasV1: upstream.v1 !== undefined, sandbox: undefined });
  }
  const { openSandbox } = await import('../openSandbox.js');
  const sandbox = await openSandbox(0, { liveShapes });
  if (!sandbox.ok) return sandbox;
  const { origin, close } = sandbox.value;
  closers.add(close);
  // Its v1 answers nobody here: what is explained is v2.
  return success({ origin, hasV1: false, sandbox: sandbox.value });
}

/** Opens the configured upstream, or the marketplace, and the keys for it. */
export async function openUpstream(
  config: Config,
  options: { readonly liveShapes: boolean; readonly environment: Environment; readonly colour: boolean },
  closers: Closers,
): Promise<Result<OpenedUpstream, readonly string[]>> {
  const { liveShapes, environment, colour } = options;
  const opened = await openOrigin(config, liveShapes, closers);
  if (!opened.ok) return failure([opened.failure]);
  const { origin, hasV1, sandbox } = opened.value;
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  closers.add(close);
  const keys = await openKeys({ settings: config.keys, environment, sandbox, colour });
  if (!keys.ok) return keys;
  const authorization = sandbox === undefined ? undefined : `Bearer ${sandbox.keys.v2}`;
  return success({ upstream: call, keys: keys.value.v1, authorization, hasV1 });
}
