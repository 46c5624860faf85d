import type { AmbiguousWrite } from '../../src/cutover/cutoverStore.js';
import type { Decision } from '../../src/cutover/stages/decide.js';
import type { FailurePhase } from '../../src/gateway/refusal.js';
import type { ServedRequest } from '../../src/cutover/evidence/traffic.js';
import type { Side } from '../../src/cutover/stages/stage.js';
import type { MadeAnswer } from '../../src/gateway/gateway.js';
import { problemAnswer } from '../../src/gateway/problems.js';
import { createUpstream } from '../../src/http/upstream/upstreamClient.js';
import { upstreamLimits } from '../../src/http/upstream/upstreamLimits.js';
import { success } from '../../src/contract/result.js';
import { type EdgeUnderTest, routesTo, startEdge, thing } from './edgeUnderTest.ts';
import { realClock } from './realClock.ts';

export const TOKEN = 'an-admin-token-of-more-than-32-characters';
export const KEY = { Authorization: 'Bearer key-1' };
export const write = { method: 'PATCH', path: '/v1/things/1?x=1', headers: KEY, body: '{"price":2}' };

type Write = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

interface Staged {
  readonly edge: EdgeUnderTest;
  readonly served: ServedRequest[];
  readonly writes: Write[];
  readonly forces: (Side | undefined)[];
}

const open: { close: () => Promise<void> }[] = [];

/** An edge whose stage says the same of every request, in front of a scripted gateway. */
export async function staged(decision: Partial<Decision>, handled?: MadeAnswer): Promise<Staged> {
  const [served, writes, forces]: [ServedRequest[], Write[], (Side | undefined)[]] = [[], [], []];
  const edge = await startEdge({
    guide: 'https://example.com/guide',
    // Reads go to the same operation, so that every row of the table can be tried.
    routes: routesTo(() => success({ ...thing, operation: { ...thing.operation } })),
    ...(handled === undefined ? {} : { handle: () => Promise.resolve(handled) }),
    stages: (v1) => {
      const client = createUpstream({ origin: v1, limits: upstreamLimits, clock: realClock });
      open.push(client);
      return {
        cutover: {
          decide: (_resource, _caller, force) => {
            forces.push(force);
            const statedEntry = { side: force ?? 'v2', compare: 'nothing', mayFallBack: true } as const;
            return { ...statedEntry, because: 'stage', stage: 'v2', ...decision };
          },
          ambiguous: (entry) => {
            writes.push(entry);
            return Promise.resolve();
          },
          noteFound: () => Promise.resolve(),
        },
        adminToken: TOKEN,
        served: (endedServed) => void served.push(endedServed),
        callV1: client.call,
        deadlineMs: 1_000,
      };
    },
  });
  open.push(edge);
  return { edge, served, writes, forces };
}

/** What the scripted gateway answers where a request has failed in a phase. */
export const failed = (
  phase: FailurePhase,
  code: 'upstreamFailed' | 'invalid' | 'notFound' | 'rateLimited',
  ambiguous = false,
): MadeAnswer => ({
  answer: problemAnswer(code, 'r', ambiguous ? { 'x-lifeboat-ambiguous': '1' } : {}),
  upstreamCalls: 1,
  refusal: { code, ambiguous },
  phase,
});

/** Closes every edge that a test has opened. */
export async function closeStaged(): Promise<void> {
  for (const entry of open.splice(0)) await entry.close();
}
