import type { Cutover } from '../cutover/cutover';
import { createAccessLog } from '../http/createAccessLog';
import { createApp } from '../http/createApp';
import { createLagGuard } from '../http/createLagGuard';
import { createPassThrough } from '../http/createPassThrough';
import { createUpstream } from '../http/createUpstream';
import type { Edge } from '../http/edge';
import { passThroughLimits } from '../http/passThroughLimits';
import { upstreamLimits } from '../http/upstreamLimits';
import { v1Headers } from '../http/v1Headers';
import type { Closers } from './closers';
import { type ComposedGateway, composeGateway, type GatewayMakings } from './composeGateway';
import { systemClock as clock } from './systemClock';

/** What the gateway and its edge are made of. */
export interface EdgeParts extends GatewayMakings {
  /** The origins of the upstreams: the configured ones, or the sandbox. */
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly cutover: Cutover;
}

/** The public edge, and what others do with the gateway behind it. */
export interface ComposedEdge extends Pick<ComposedGateway, 'use' | 'drift'> {
  readonly edge: Edge;
}

/** Puts the gateway and its edge together; nothing listens yet. */
export function composeEdge(parts: EdgeParts, closers: Closers): ComposedEdge {
  const { config, origins, logger, cutover } = parts;
  const upstream = createUpstream({ origin: origins.v2, limits: upstreamLimits, clock });
  closers.add(upstream.close);
  // Of its own: what v1 is asked instead must not wait behind what v2 does not answer.
  const callV1 =
    origins.v1 === undefined
      ? undefined
      : createUpstream({ origin: origins.v1, limits: upstreamLimits, clock });
  if (callV1 !== undefined) closers.add(callV1.close);
  const openPassThrough = (origin: string) => {
    const limits = { ...passThroughLimits, deadline: config.deadlines.passThrough };
    const passThrough = createPassThrough({ origin, limits, clock });
    closers.add(passThrough.close);
    return passThrough;
  };
  const { gateway, use, drift } = composeGateway(parts, upstream.call);
  const { busy, stop } = createLagGuard(clock);
  closers.add(stop);
  const edge = createApp({
    busy,
    gateway,
    v2: openPassThrough(origins.v2),
    v1:
      origins.v1 === undefined
        ? undefined
        : { passThrough: openPassThrough(origins.v1), sunset: config.sunset },
    clock,
    stages: {
      cutover,
      adminToken: config.admin.token,
      callV1: callV1?.call,
      deadlineMs: config.deadlines.request,
    },
    v1Headers: v1Headers({
      sunset: config.sunset,
      end: config.cutover.end,
      // Without a page of its own the service's address is the best there is to point to.
      guide: config.guide ?? origins.v2,
    }),
    log: createAccessLog(logger),
  });
  return { edge, use, drift };
}
