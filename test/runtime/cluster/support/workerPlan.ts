import type { WorkerPlan } from '../../../../src/runtime/cluster/workerMessages';
import { readConfig } from '../../../../src/config/readConfig';
import { shipped } from '../../../support/shipped';

/** A plan to answer by v2 alone, with the shipped mappings and a folder of mappings that is not there. */
export function workerPlan(v2: string, more: Partial<WorkerPlan> = {}): WorkerPlan {
  const read = readConfig({
    file: undefined,
    environment: {
      LIFEBOAT_UPSTREAM_V2: v2,
      LIFEBOAT_STORE: 'memory',
      LIFEBOAT_LISTEN_PORT: '0',
      LIFEBOAT_MAPPINGS: '/there/is/no/such/folder',
    },
    overrides: [],
    sandbox: false,
  });
  if (!read.ok) throw new Error('the settings are wrong');
  return {
    config: read.config,
    origins: { v2, v1: undefined },
    mappings: shipped().texts,
    keyTable: [],
    tls: undefined,
    sandbox: undefined,
    files: { plan: undefined, rules: [] },
    ...more,
  };
}
