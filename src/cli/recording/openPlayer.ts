import { randomBytes } from 'node:crypto';
import { createCompare } from '../../comparison/createCompare';
import { createPrivacy } from '../../comparison/createPrivacy';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import { contracts } from '../../contract/contracts';
import { createGateway } from '../../gateway/createGateway';
import { passKeysOn } from '../../gateway/keys/passKeysOn';
import { createUpstream } from '../../http/createUpstream';
import { upstreamLimits } from '../../http/upstreamLimits';
import type { Operation } from '../../mapping/operation';
import { systemClock as clock } from '../systemClock';
import type { PlayParts } from './playExchange';

/** What a recording is played with, and its end. */
export interface Player extends Pick<PlayParts, 'gateway' | 'compare' | 'privacy'> {
  readonly close: () => Promise<void>;
}

/** Most time (ms) for one request. */
const DEADLINE = 10_000;

/** List pages that one lookup may read. */
const PAGE_BUDGET = 2_000;

/** Opens a gateway of its own in front of v2; only the key of the operator goes there. */
export function openPlayer(
  origin: string,
  operations: readonly Operation[],
  rules: readonly IgnoreRule[],
): Player {
  const { call, close } = createUpstream({ origin, limits: upstreamLimits, clock });
  const secret = randomBytes(32);
  return {
    gateway: createGateway({
      operations,
      upstream: call,
      keys: passKeysOn,
      clock,
      index: { secret, freshMs: DEADLINE, pageBudget: PAGE_BUDGET },
      deadlineMs: DEADLINE,
      report: () => undefined,
    }),
    compare: createCompare({ rules, now: clock.now }),
    privacy: createPrivacy({
      secret,
      contracts: [...contracts.v1.values(), ...contracts.v2.values()],
      kept: [],
    }),
    close,
  };
}
