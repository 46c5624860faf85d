import type { PairWire } from '../../mapping/profile/wire';
import { failure, type Result, success } from '../../contract/result';
import { openOperator, type OperatorClient } from '../operatorClient';
import { stageViews } from '../../operator/stageViews';
import { decide, explainDecision } from '../../cutover/stages/decide';
import { initialState } from '../../cutover/stages/stageState';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { Keys } from '../../gateway/keys/clientKeys';
import type { Upstream } from '../../gateway/upstream';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import { type Closers, createClosers } from '../../runtime/closers';
import { openKeys } from '../../runtime/reload/secrets';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Explanation } from '../../mapping/explain/explanation';
import type { AskedCall } from './parseCurl';
import { explainLive, explainUnsent } from './explainLive';
import type { Subject } from '../../gateway/explain/explainSubject';

/** Options of `lifeboat explain`. */
export interface ExplainOptions {
  readonly config?: string;
  /** Origin of the running gateway's admin port, unless it is the configured one. */
  readonly admin?: string;
  readonly sandbox: boolean;
  readonly liveShapes: boolean;
  /** JSON, or the file that holds it. */
  readonly body?: string;
  readonly header: readonly string[];
  /** Name of the variable that holds the key: every user of the machine could read a key on the command line. */
  readonly keyEnv?: string;
  /** File with an answer of v2; if it is given, nothing is sent. */
  readonly v2?: string;
  /** Number of the list item to show, from 1. */
  readonly item: number;
  /** True to send a write to a configured upstream. */
  readonly send: boolean;
  readonly json: boolean;
}

/** The resource and caller whose stage is asked for. */
interface Asked {
  readonly resource: string;
  /** Fingerprint of the key; undefined without one. */
  readonly caller: string | undefined;
}

/** Asks the running gateway for a caller's stage; the text says so if the gateway cannot be asked. */
async function askStage(
  client: Result<OperatorClient, readonly string[]>,
  askedRequest: Asked,
): Promise<string> {
  const answer = client.ok ? await client.value.ask(stageViews.decision, askedRequest) : client;
  if (answer.ok) {
    const { side, sentence } = answer.value;
    return side === 'v2' ? sentence : `${sentence} (explained is what v2 would answer)`;
  }
  const { failure: reason } = answer;
  const why = 'sentence' in reason ? reason.sentence : reason.join(' ');
  return `v2, as explained here; which stage ${askedRequest.resource} is at is not known: ${why}`;
}

/** Finds the stage that configuration and date decide alone; undefined while v1 lives, because stages decide then. */
function stageOf(sunset: number | undefined, now: number): string | undefined {
  if (sunset !== undefined && now < sunset) return undefined;
  const standing = { state: initialState, sunset, degraded: false, broken: false, fallback: false };
  return explainDecision(decide(standing, {}, now));
}

/** Target of an explained request. */
interface OpenedUpstream {
  readonly upstream: Upstream;
  readonly keys: Keys;
  /** The Authorization header for a request without one: the sandbox's own key. */
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
  const { openSandbox } = await import('../../runtime/upstreams.js');
  const sandbox = await openSandbox(0, { liveShapes });
  if (!sandbox.ok) return sandbox;
  const { origin, close } = sandbox.value;
  closers.add(close);
  // The marketplace's v1 is not needed: only v2 is explained.
  return success({ origin, hasV1: false, sandbox: sandbox.value });
}

/** Opens the configured upstream, or the built-in marketplace, and the keys for it. */
async function openUpstream(
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

/** Surroundings of an explanation. */
interface Setting {
  readonly options: ExplainOptions;
  readonly config: Config;
  readonly wire: PairWire;
  readonly environment: Environment;
  /** True when faults may be coloured. */
  readonly colour: boolean;
}

async function stage(
  { resource }: Subject,
  { keys, hasV1 }: OpenedUpstream,
  authorization: string | undefined,
  { options, config, environment, colour }: Setting,
): Promise<string> {
  const settled = stageOf(hasV1 ? config.sunset : undefined, clock.now());
  if (settled !== undefined) return settled;
  const caller = keys.identify(authorization)?.fingerprint;
  return askStage(openOperator(options, environment, { colour }), { resource: resource.name, caller });
}

/** Explains a request by sending it; sends a write to a configured upstream only with `--send`. */
export async function explainThrough(
  subject: Subject,
  call: AskedCall,
  setting: Setting,
): Promise<Result<Explanation, readonly string[]>> {
  const { options, config } = setting;
  const closers = createClosers(() => undefined);
  try {
    const opened = await openUpstream(config, { ...setting, liveShapes: options.liveShapes }, closers);
    if (!opened.ok) return opened;
    const { upstream, keys } = opened.value;
    const authorization = call.headers.authorization ?? opened.value.authorization;
    const decided = await stage(subject, opened.value, authorization, setting);
    const isWrite = subject.route.operation.v2.method !== 'GET';
    if (isWrite && !options.send && config.upstream.kind === 'service') {
      return success(explainUnsent(subject, decided));
    }
    const { item } = options;
    const { wire } = setting;
    const explainParts = { config, upstream, wire, keys, clock, authorization, stage: decided, item };
    return success(await explainLive(subject, explainParts));
  } finally {
    await closers.closeAll();
  }
}
