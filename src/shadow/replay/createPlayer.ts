import { randomBytes } from 'node:crypto';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../contract/clock';
import { createPrivacy } from '../../comparison/keep/privacy';
import { createCompare } from '../../comparison/compare/compareAnswers';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { comparedAnswer, wiredUpstream } from '../../gateway/outcome/pairDialect';
import type { PairWire } from '../../mapping/profile/wire';
import { createGateway } from '../../gateway/createGateway';
import { passKeysOn } from '../../gateway/keys/clientKeys';
import type { Upstream } from '../../gateway/upstream';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { PlayParts } from './playExchange';

/** The operations that exchanges are played through, the agreed differences, and the time by which they are in force. */
export interface Played {
  readonly clock: Clock;
  readonly operations: readonly Operation[];
  readonly wire: PairWire;
  readonly rules: readonly IgnoreRule[];
}

type Player = Pick<PlayParts, 'gateway' | 'compare' | 'privacy'>;

/** Deadline (ms) of one request: the first one for a login may read a whole list. */
const CALL_TIMEOUT_MS = MINUTE_MS;

/** Age (ms) up to which a list that was read is used: a whole replay. */
const INDEX_FRESH_MS = HOUR_MS;

/** List pages that one lookup may read. */
const MAX_INDEX_PAGES = 2_000;

/** Opens a separate gateway in front of v2; keys are passed on unchanged. */
export function createPlayer(upstream: Upstream, { operations, wire, rules, clock }: Played): Player {
  const secret = randomBytes(32);
  return {
    gateway: createGateway({
      operations,
      upstream: wiredUpstream(upstream, wire),
      written: (answer) => comparedAnswer(answer, wire),
      keys: passKeysOn,
      clock,
      index: { secret, freshMs: INDEX_FRESH_MS, pageBudget: MAX_INDEX_PAGES },
      deadlineMs: CALL_TIMEOUT_MS,
      report: () => undefined,
    }),
    compare: createCompare({ rules, now: clock.now }),
    privacy: createPrivacy({
      secret,
      kept: [],
    }),
  };
}
