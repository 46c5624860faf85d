import type { Environment } from '../../config';
import type { Config } from '../../config/config';
import type { Explanation } from '../../explanation/explanation';
import { type Result, success } from '../../translation/result';
import { createClosers } from '../closers';
import { openControl } from '../stage/openControl';
import { systemClock as clock } from '../systemClock';
import { askStage } from './askStage';
import type { AskedCall } from './askedCall';
import { explainLive } from './explainLive';
import type { ExplainOptions } from './explainOptions';
import { explainUnsent } from './explainUnsent';
import { type OpenedUpstream, openUpstream } from './openUpstream';
import { stageOf } from './stageOf';
import type { Subject } from './subject';

/** What explaining needs beside the request. */
export interface Setting {
  readonly options: ExplainOptions;
  readonly config: Config;
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
  const caller = keys.identify(authorization)?.fingerprint ?? '-';
  return askStage(openControl(options, environment, colour), { resource: resource.name, caller });
}

/** Explains a request by sending it; a write to a configured upstream only when told to. */
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
    const parts = { config, upstream, keys, clock, authorization, stage: decided, item };
    return success(await explainLive(subject, parts));
  } finally {
    await closers.closeAll();
  }
}
