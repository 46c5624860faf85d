import type { Environment } from '../../config';
import type { Config } from '../../config/config';
import type { Explanation } from '../../explanation/explanation';
import { type Result, success } from '../../translation/result';
import { createClosers } from '../closers';
import { systemClock as clock } from '../systemClock';
import type { AskedCall } from './askedCall';
import { explainLive } from './explainLive';
import type { ExplainOptions } from './explainOptions';
import { explainUnsent } from './explainUnsent';
import { openUpstream } from './openUpstream';
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

/** Explains a request by sending it; a write to a configured upstream only when told to. */
export async function explainThrough(
  subject: Subject,
  call: AskedCall,
  { options, config, environment, colour }: Setting,
): Promise<Result<Explanation, readonly string[]>> {
  const { liveShapes, send } = options;
  const closers = createClosers(() => undefined);
  try {
    const opened = await openUpstream(config, { liveShapes, environment, colour }, closers);
    if (!opened.ok) return opened;
    const { upstream, keys, hasV1 } = opened.value;
    const stage = stageOf(subject.resource.name, hasV1 ? config.sunset : undefined, clock.now());
    const isWrite = subject.route.operation.v2.method !== 'GET';
    if (isWrite && !send && config.upstream.kind === 'service') return success(explainUnsent(subject, stage));
    const authorization = call.headers.authorization ?? opened.value.authorization;
    return success(await explainLive(subject, { config, upstream, keys, clock, authorization, stage }));
  } finally {
    await closers.closeAll();
  }
}
