import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import type { Side } from '../cutover/stages/stage';
import { createPairUpstream } from '../gateway/outcome/pairDialect';
import { createPacedUpstream } from '../gateway/rateLimits';
import { createUpstreamWatch, type Upstream } from '../gateway/upstream';
import type { Metrics } from '../http/observability/metrics';
import { type Traces, untraced } from '../http/observability/traces';
import { createPassThrough, passThroughLimits } from '../http/passThrough/passThrough';
import { describeListenError } from '../http/server/startServer';
import { createUpstream, type UpstreamOptions } from '../http/upstream/upstreamClient';
import { upstreamLimits } from '../http/upstream/upstreamLimits';
import type { PlantedFaults } from '../operator/operatorParts';
import type { Sandbox, SandboxOptions } from '../sandbox/sandboxOptions';
import { failure, type Result, success } from '../contract/result';
import type { Closers } from './closers';
import type { EdgeParts } from './composeGateway';
import { connectionLimits } from './processLimits';
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

type ClientParts = EdgeParts & { readonly traces: Traces };

/** Opens the connections to the upstreams for the requests of clients: translated ones, and those that are passed through. */
export function openUpstreamClients(
  { config, origins, mappings: { wire }, traces, clock }: ClientParts,
  metrics: Pick<Metrics, 'callTimer'>,
  closers: Closers,
) {
  // The deadline of a request limits the silence of an upstream, not a shorter timer.
  const { request: silence, passThrough: deadline } = config.deadlines;
  const { upstream: pool } = connectionLimits();
  const { answerBytes: bodyBytes } = config.limits;
  const openClient = (origin: string, more: Pick<UpstreamOptions, 'onEnded' | 'idempotencyKeys'>) => {
    const limits = { ...upstreamLimits, ...pool, headSilence: silence, bodySilence: silence, bodyBytes };
    const client = createUpstream({ origin, limits, clock, ...more });
    closers.add(client.close);
    return { ...client, call: traces.ofUpstream(client.call, origin) };
  };
  const openPassThrough = (origin: string, side: Side) => {
    const limits = { ...passThroughLimits, ...pool, deadline, silence: deadline };
    const { outward, keys } = wire;
    const passThrough = createPassThrough({ origin, limits, clock, outward, keyStyle: keys[side] });
    closers.add(passThrough.close);
    return traces.ofPassThrough(passThrough, origin);
  };
  const timeV2Call = metrics.callTimer('v2');
  const v2Watch = createUpstreamWatch();
  const translated = openClient(origins.v2, {
    idempotencyKeys: config.writes.idempotencyKey === 'on',
    onEnded: (outcome, milliseconds) => {
      timeV2Call(outcome, milliseconds);
      v2Watch.noteOutcome(outcome);
    },
  });
  const ofV2 = { v2Watch, translated, v2: openPassThrough(origins.v2, 'v2') };
  if (origins.v1 === undefined) return { ...ofV2, v1: undefined, callV1: undefined };
  // The client of v1 is separate, because fallbacks must not wait behind calls that v2 does not answer.
  const { call } = openClient(origins.v1, { onEnded: metrics.callTimer('v1') });
  return { ...ofV2, v1: openPassThrough(origins.v1, 'v1'), callV1: createPairUpstream(call, wire, 'v1') };
}

/** Most pairs in work at once; each asks one API at a time. */
export const MAX_PAIRS_AT_ONCE = 8;

/** Opens upstreams for the comparison alone, so that its calls and those of clients never wait for each other. */
export function openComparedUpstreams(
  origins: Readonly<Record<Side, string>>,
  {
    silence,
    clock,
    traces = untraced,
  }: { readonly silence: number; readonly clock: Clock; readonly traces?: Traces },
  closers: Pick<Closers, 'add'>,
): Readonly<Record<Side, Upstream>> {
  // With only eight unused connections each pair of another caller opened a new one, at twice the cost of a pair.
  const resting = Math.max(MAX_PAIRS_AT_ONCE, connectionLimits().comparing);
  const limits = {
    ...upstreamLimits,
    connections: MAX_PAIRS_AT_ONCE,
    resting,
    queue: MAX_PAIRS_AT_ONCE,
    headSilence: silence,
    bodySilence: silence,
  };
  const openCompared = (origin: string): Upstream => {
    const { call, close } = createUpstream({ origin, limits, clock });
    closers.add(close);
    return createPacedUpstream(traces.ofUpstream(call, origin), clock);
  };
  return { v1: openCompared(origins.v1), v2: openCompared(origins.v2) };
}
