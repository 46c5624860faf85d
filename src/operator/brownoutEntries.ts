import { z } from 'zod';
import { DAY_MS } from '../contract/clock';
import { success } from '../contract/result';
import type { Cutover } from '../cutover/cutover';
import type { UsedOperation } from '../usage/usagePages';
import {
  askedCaller,
  declareAction,
  declareView,
  makeRefusal,
  noInput,
  reasonInputs,
  reasonText,
} from './entry';

const named = z.union([z.literal('all'), z.array(z.string())]);

const list = declareView({
  name: 'brownouts',
  summary: 'The brownouts of the plan, and what became of them.',
  input: noInput,
  output: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      clients: named,
      resources: named,
      except: z.array(z.string()),
      percent: z.number(),
      status: z.number(),
      state: z.enum(['planned', 'under way', 'over', 'stopped']),
      refused: z.int(),
    }),
  ),
  run: ({ cutover }) => success(cutover.brownouts()),
});

/** Days of use by whose average the requests of a brownout are expected. */
const AVERAGED_DAYS = 7;

/** Returns the number of a client's requests that a brownout would refuse, by its average use. */
function countExpected(
  { from, to, resources }: ReturnType<Cutover['brownouts']>[number],
  operations: readonly UsedOperation[],
): number {
  const hit = operations.filter(
    ({ resource, operation }) =>
      (resource !== '' || operation.includes('/v1')) && (resources === 'all' || resources.includes(resource)),
  );
  const share = (Date.parse(to) - Date.parse(from)) / (AVERAGED_DAYS * DAY_MS);
  return hit.reduce((sum, { requests }) => sum + requests, 0) * share;
}

const ofClient = declareView({
  name: 'brownouts/client',
  summary:
    'The brownouts to come: which would refuse a client, and about how many requests by its last seven days.',
  input: z.object({ caller: askedCaller }),
  output: z.object({
    caller: z.string(),
    tried: z.array(z.object({ id: z.string(), refuses: z.boolean(), requests: z.number() })),
  }),
  run: async ({ cutover, usage }, { caller: askedText }) => {
    const askedClient = cutover.brownoutsFor(askedText);
    if (!askedClient.ok) return makeRefusal('unknownCaller', askedClient.sentence);
    const { caller, brownouts: hittingIds } = askedClient;
    const used = await usage.answer({ days: AVERAGED_DAYS, client: caller });
    const operations = used.ok ? used.page.clients.flatMap((client) => client.operations) : [];
    const tried = cutover
      .brownouts()
      .filter(({ state }) => state === 'planned' || state === 'under way')
      .map((brownout) => {
        const refuses = hittingIds.includes(brownout.id);
        return { id: brownout.id, refuses, requests: refuses ? countExpected(brownout, operations) : 0 };
      });
    return success({ caller, tried });
  },
});

const stop = declareAction({
  name: 'brownouts/stop',
  summary: 'Stop the brownout under way, or all that are not over.',
  input: z.strictObject({ which: z.enum(['current', 'all']), ...reasonInputs }),
  output: z.object({ stopped: z.array(z.string()) }),
  words: (_input, { stopped }) => stopped.map((id) => `stopped: ${id}`),
  run: async ({ cutover }, input, actor) => {
    const stopped = await cutover.stopBrownouts(input.which, actor, reasonText(input, actor));
    if (stopped.length > 0) return success({ stopped });
    return makeRefusal(
      'conflict',
      input.which === 'all' ? 'no brownout is left' : 'no brownout is under way',
    );
  },
});

/** Views and actions of the brownouts. */
export const brownoutEntries = { list, ofClient, stop } as const;
