import { HOUR_MS } from '../contract/clock';
import type { Decisions } from './buckets';
import type { CanaryGuard } from './canaryGuard';
import type { Components } from './cutoverComponents';
import { RECENT_MS } from './evidence/traffic';
import { sidesSince } from './evidence/trafficSeries';
import { forecastWrites } from './evidence/writeForecast';
import { dueStep } from './runPlan';
import { decide, type Standing } from './stages/decide';

/** Counts the seen callers by their current side, without those that are only counted together. */
function countSides(callers: Iterable<string>, sideOf: (caller: string) => 'v1' | 'v2' | 'gone') {
  const sides = { v1: 0, v2: 0, gone: 0 };
  for (const caller of callers) if (/^[0-9a-f]+$/.test(caller)) sides[sideOf(caller)] += 1;
  return { v1: sides.v1, v2: sides.v2 };
}

function breakerOf(
  { broken }: Pick<Standing, 'broken'>,
  guard: Pick<CanaryGuard, 'isV2Failing'>,
): 'open' | 'trying' | 'closed' {
  if (broken) return 'open';
  return guard.isV2Failing() ? 'trying' : 'closed';
}

/** Returns the current state of each resource. */
export function overviewOf(components: Components, sideOf: Decisions['decide']) {
  const { subject, log, standing, guardOf, registry, usage, names, now } = components;
  return subject().resources.map((resource) => {
    const { name } = resource;
    const [stands, evidence] = [standing(name), registry.evidenceOf(name)];
    const written = { usage: usage.usageOf(name), state: stands.state, callerText: names.nameText };
    return {
      resource: name,
      state: log.state(name),
      /** Decision for a caller without a pin, and its reason. */
      decision: decide(stands, {}, now()),
      /** Evidence within the window, and comparisons since the epoch began and since midnight, UTC. */
      evidence,
      allTime: registry.comparisonsSince(name, 0),
      today: registry.comparisonsSince(name, now()),
      /** Requests to each side in the last five minutes and in the last hour. */
      recent: sidesSince(evidence.traffic, now() - RECENT_MS),
      hour: sidesSince(evidence.traffic, now() - HOUR_MS),
      /** Number of seen callers by their current side. */
      callers: countSides(evidence.callers.keys(), (caller) => sideOf(name, caller).side),
      /** State of the breaker; `trying` if it was open and the next request decides. */
      breaker: breakerOf(stands, guardOf(name)),
      /** Instant (clock ms) after which v1 is not called. It is undefined without a v1. */
      sunset: stands.sunset,
      /** Sentence for each caller whose writes v2 would refuse by its rate limit. */
      forecast: forecastWrites(written, now()).map(({ sentence }) => sentence),
      /** Next step of the plan, and the gate's judgement of it. */
      next: dueStep(resource, components),
    };
  });
}
