import type { PairWire } from '../../mapping/profile/wire';
import { need, reasonsIn } from '../command';
import { openOperator } from '../operatorClient';
import { stageViews } from '../../operator/stageViews';
import { decide, explainDecision } from '../../cutover/stages/decide';
import { initialState } from '../../cutover/stages/stageState';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { Keys } from '../../gateway/keys/clientKeys';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import { type Closers, createClosers } from '../../runtime/closers';
import { openKeys } from '../../runtime/reload/secrets';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Explanation } from '../../mapping/explain/explanation';
import type { AskedCall } from './readCall';
import { explainLive, explainUnsent } from './explainLive';
import type { Subject } from '../../gateway/explain/explainSubject';

/** Options of `lifeboat explain`. */
export interface ExplainOptions {
  /** A curl command as one word or as several, or a method and a path. */
  readonly request: readonly string[];
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

/** Surroundings of an explanation. */
export interface ExplainSetting {
  readonly options: ExplainOptions;
  readonly config: Config;
  readonly wire: PairWire;
  readonly environment: Environment;
  /** True when faults may be coloured. */
  readonly colour: boolean;
}

/** Opens the configured upstream, or the built-in marketplace, and the keys for it. */
async function openUpstream(
  { options: { liveShapes }, config, environment, colour }: ExplainSetting,
  closers: Closers,
) {
  let sandbox: Sandbox | undefined;
  if (config.upstream.kind === 'sandbox') {
    const { openSandbox } = await import('../../runtime/upstreams.js');
    sandbox = need(await openSandbox(0, { liveShapes }));
    closers.add(sandbox.close);
  }
  const service = config.upstream.kind === 'service' ? config.upstream : undefined;
  const origin = service?.v2 ?? sandbox?.origin ?? '';
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  closers.add(close);
  const keys = need(await openKeys({ settings: config.keys, environment, sandbox, colour })).v1;
  /** For a request without a key: the sandbox's own. */
  const authorization = sandbox && `Bearer ${sandbox.keys.v2}`;
  // The marketplace's v1 is not needed: only v2 is explained.
  return { upstream: call, keys, authorization, hasV1: service?.v1 !== undefined };
}

/** Says at which stage the caller is: by configuration and date alone, or as the running gateway answers. */
async function stageText(
  { name: resource }: Subject['resource'],
  { keys, hasV1 }: { readonly keys: Keys; readonly hasV1: boolean },
  authorization: string | undefined,
  { options, config, environment, colour }: ExplainSetting,
): Promise<string> {
  const sunset = hasV1 ? config.sunset : undefined;
  if (sunset === undefined || clock.now() >= sunset) {
    const standing = { state: initialState, sunset, degraded: false, broken: false, fallback: false };
    return explainDecision(decide(standing, {}, clock.now()));
  }
  const caller = keys.identify(authorization)?.fingerprint;
  const client = openOperator(options, environment, { colour });
  const answer = client.ok ? await client.value.ask(stageViews.decision, { resource, caller }) : client;
  if (answer.ok) {
    const { side, sentence } = answer.value;
    return side === 'v2' ? sentence : `${sentence} (explained is what v2 would answer)`;
  }
  const reasons = reasonsIn(answer.failure).join(' ');
  return `v2, as explained here; which stage ${resource} is at is not known: ${reasons}`;
}

/** Explains a request by sending it; sends a write to a configured upstream only with `--send`. */
export async function explainThrough(
  subject: Subject,
  call: AskedCall,
  setting: ExplainSetting,
): Promise<Explanation> {
  const { options, config, wire } = setting;
  const closers = createClosers(() => undefined);
  try {
    const opened = await openUpstream(setting, closers);
    const { upstream, keys } = opened;
    const authorization = call.headers.authorization ?? opened.authorization;
    const stage = await stageText(subject.resource, opened, authorization, setting);
    const isWrite = subject.route.operation.v2.method !== 'GET';
    if (isWrite && !options.send && config.upstream.kind === 'service') return explainUnsent(subject, stage);
    const { item } = options;
    return await explainLive(subject, { config, upstream, wire, keys, clock, authorization, stage, item });
  } finally {
    await closers.closeAll();
  }
}
