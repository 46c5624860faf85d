import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';

/** A request of one caller for an offer, which v2 has answered, with some members of its own. */
export const servedBy =
  (common: Partial<ServedRequest>) =>
  (more: Partial<ServedRequest> = {}): ServedRequest => ({
    resource: 'offer',
    operation: 'readOffer',
    caller: 'a',
    side: 'v2',
    because: 'stage',
    failed: false,
    signature: '200',
    milliseconds: 5,
    ...common,
    ...more,
  });

export const served = servedBy({});
