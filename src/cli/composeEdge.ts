import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { createGateway } from '../gateway/createGateway';
import type { Keys } from '../gateway/keys/keys';
import type { IndexStore } from '../gateway/lookup/indexStore';
import { createAccessLog } from '../http/createAccessLog';
import { createApp } from '../http/createApp';
import { createPassThrough } from '../http/createPassThrough';
import { createUpstream } from '../http/createUpstream';
import type { Edge } from '../http/edge';
import { passThroughLimits } from '../http/passThroughLimits';
import { upstreamLimits } from '../http/upstreamLimits';
import type { Operation } from '../mapping/operation';
import type { Closers } from './closers';
import { logEvent } from './logEvent';
import { systemClock as clock } from './systemClock';

/** What the gateway is made of beside the configuration. */
export interface EdgeParts {
  readonly config: Config;
  /** The origins of the upstreams: the configured ones, or the sandbox. */
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly operations: readonly Operation[];
  readonly keys: Keys;
  /** Absent to keep the index in memory. */
  readonly indexStore?: IndexStore | undefined;
  readonly logger: Logger;
}

const SECRET_BYTES = 32;

/** Puts the gateway and its edge together; nothing listens yet. */
export function composeEdge(parts: EdgeParts, closers: Closers): Edge {
  const { config, origins, operations, keys, indexStore, logger } = parts;
  const { deadlines, index, sunset } = config;
  const upstream = createUpstream({ origin: origins.v2, limits: upstreamLimits, clock });
  closers.add(upstream.close);
  const openPassThrough = (origin: string) => {
    const limits = { ...passThroughLimits, deadline: deadlines.passThrough };
    const passThrough = createPassThrough({ origin, limits, clock });
    closers.add(passThrough.close);
    return passThrough;
  };
  const gateway = createGateway({
    operations,
    upstream: upstream.call,
    keys,
    clock,
    index: {
      store: indexStore,
      secret: index.secret.kind === 'given' ? index.secret.value : randomBytes(SECRET_BYTES),
      freshMs: index.freshSeconds * 1000,
      pageBudget: index.pageBudget,
    },
    deadlineMs: deadlines.request,
    report: logEvent(logger),
  });
  return createApp({
    gateway,
    v2: openPassThrough(origins.v2),
    v1: origins.v1 === undefined ? undefined : { passThrough: openPassThrough(origins.v1), sunset },
    // Without a page of its own the service's address is the best there is to point to.
    guide: config.guide ?? origins.v2,
    clock,
    log: createAccessLog(logger),
  });
}
