import { randomBytes } from 'node:crypto';
import { createCompare } from '../../comparison/createCompare';
import { createPrivacy } from '../../comparison/createPrivacy';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import { contracts } from '../../contract/contracts';
import { createGateway } from '../../gateway/createGateway';
import { passKeysOn } from '../../gateway/keys/passKeysOn';
import type { Upstream } from '../../gateway/upstream';
import type { Operation } from '../../mapping/operation';
import { systemClock as clock } from '../systemClock';
import type { PlayParts } from './playExchange';

/** What exchanges are played through, and with which agreed differences. */
export interface Played {
  readonly operations: readonly Operation[];
  readonly rules: readonly IgnoreRule[];
}

/** What a recording is played with. */
export type Player = Pick<PlayParts, 'gateway' | 'compare' | 'privacy'>;

/** Most time (ms) for one request: the first one for a login may read a whole list. */
const DEADLINE = 60_000;

/** What was read of a list is good for a whole replay, ms. */
const FRESH = 3_600_000;

/** List pages that one lookup may read. */
const PAGE_BUDGET = 2_000;

/** Opens a gateway of its own in front of v2; keys go there as they are. */
export function createPlayer(upstream: Upstream, { operations, rules }: Played): Player {
  const secret = randomBytes(32);
  return {
    gateway: createGateway({
      operations,
      upstream,
      keys: passKeysOn,
      clock,
      index: { secret, freshMs: FRESH, pageBudget: PAGE_BUDGET },
      deadlineMs: DEADLINE,
      report: () => undefined,
    }),
    compare: createCompare({ rules, now: clock.now }),
    privacy: createPrivacy({
      secret,
      contracts: [...contracts.v1.values(), ...contracts.v2.values()],
      kept: [],
    }),
  };
}
