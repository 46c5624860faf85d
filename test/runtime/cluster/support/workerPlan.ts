import type { WorkerPlan } from '../../../../src/runtime/cluster/workerMessages.js';
import { configFrom } from '../../../support/configFrom.ts';
import { shipped } from '../../../support/shipped.ts';

/** A plan to answer by v2 alone, with the shipped mappings and a folder of mappings that is not there. */
export function workerPlan(v2: string, more: Partial<WorkerPlan> = {}): WorkerPlan {
  const config = configFrom({
    LIFEBOAT_UPSTREAM_V2: v2,
    LIFEBOAT_STORE: 'memory',
    LIFEBOAT_LISTEN_PORT: '0',
    LIFEBOAT_MAPPINGS: '/there/is/no/such/folder',
  });
  return {
    config,
    origins: { v2, v1: undefined },
    mappings: shipped().texts,
    keyTable: [],
    tls: undefined,
    sandbox: undefined,
    files: { plan: undefined, rules: [] },
    ...more,
  };
}
