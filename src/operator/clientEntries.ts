import { z } from 'zod';
import { success } from '../contract/result';
import { addCallerName } from '../cutover/callerNames';
import { seenCaller } from '../cutover/seenCallers';
import { ALL, type Change } from '../cutover/stages/stageEvent';
import { usagePage } from '../usage/usagePages';
import { KEPT_DAYS } from '../cutover/counters';
import {
  declareAction,
  askedCaller,
  switched,
  instant,
  reasonInputs,
  NOT_KEPT,
  reasonText,
  makeRefusal,
  textOrNone,
  declareView,
} from './entry';
import type { OperatorParts } from './operatorParts';
import { unknownResourceRefusal, resource } from './stageViews';
import { askedChange, askedText, latestRequest } from './waitingRequests';

const seenAt = seenCaller.extend({ resource: z.string() });

const list = declareView({
  name: 'clients',
  summary: 'Every client seen in 14 days, the busiest first: over all resources, or of one; or one client.',
  input: z.object({ caller: askedCaller.optional(), resource: resource.optional() }),
  output: z.array(
    z.object({
      caller: z.string(),
      name: z.string().optional(),
      resources: z.array(z.string()),
      requests: z.number(),
      latest: z.string().optional(),
      seen: z.array(seenAt),
      compared: z
        .object({ compared: z.number(), differing: z.number() })
        .optional()
        .describe('requests; absent if none is compared'),
    }),
  ),
  run: ({ cutover, comparison }, { caller: askedText, resource: askedResource }) => {
    const all = cutover.resources();
    if (askedResource !== undefined && !all.includes(askedResource))
      return unknownResourceRefusal(askedResource, all);
    const rows = all
      .filter((name) => askedResource === undefined || name === askedResource)
      .flatMap((name) => cutover.callers(name).map((seenClient) => ({ resource: name, ...seenClient })));
    const compared = new Map(
      comparison?.figures.report().callers.map((ownClient) => [ownClient.caller, ownClient]),
    );
    const askedRows = rows.filter(({ caller }) => askedText === undefined || caller === askedText);
    const clients = Array.from(
      Map.groupBy(askedRows, ({ caller }) => caller),
      ([caller, seenClient]) => {
        const ownClient = compared.get(caller);
        const latestText = seenClient
          .flatMap((row) => row.latest ?? [])
          .toSorted()
          .at(-1);
        const client = {
          caller,
          seen: seenClient,
          resources: seenClient.map(({ resource }) => resource),
          requests: seenClient.reduce((sum, { v1, v2 }) => sum + v1 + v2, 0),
          ...(latestText !== undefined && { latest: latestText }),
          ...(ownClient && { compared: { compared: ownClient.compared, differing: ownClient.differing } }),
        };
        return addCallerName(client, caller, cutover.callerName);
      },
    );
    if (askedText !== undefined && clients.length === 0)
      return makeRefusal('unknownCaller', `There is no client ${askedText}.`);
    return success(clients.toSorted((leftRow, right) => right.requests - leftRow.requests));
  },
});

const label = declareAction({
  name: 'clients/label',
  summary: 'Give a client a name, which is shown beside its fingerprint; without one its name is removed.',
  input: z.strictObject({ caller: askedCaller, name: textOrNone(4_000) }),
  output: z.object({ caller: z.string() }),
  words: ({ name }, { caller }) => [
    name === undefined ? `${caller} has no label any more` : `${caller} is called ${name}`,
  ],
  run: async ({ cutover }, { caller, name }) => {
    const outcome = await cutover.label(caller, name);
    if (!outcome.ok) return makeRefusal('conflict', outcome.sentence);
    return success({ caller: outcome.caller });
  },
});

const changedClient = z.union([z.object({ caller: z.string(), kept: z.boolean() }), askedChange]);

/** Carries out a change that concerns one client, for all resources. */
async function changeClient(
  operatorParts: Pick<OperatorParts, 'cutover' | 'now'>,
  input: { readonly reason: string; readonly by?: string | undefined },
  change: Extract<Change, { kind: 'extend' | 'retire' }>,
  actor: string,
) {
  const reason = reasonText(input, actor);
  const outcome = await operatorParts.cutover.change({ resource: ALL, change, actor, reason });
  if (outcome.ok) {
    const request = outcome.asked ? latestRequest(operatorParts, ALL, actor) : undefined;
    return success(request ?? { caller: outcome.caller ?? change.caller, kept: outcome.kept });
  }
  return makeRefusal(outcome.why === 'overtaken' ? 'storeFailed' : outcome.why, outcome.sentence);
}

function keptKeyWords(words: string, output: z.output<typeof changedClient>): readonly string[] {
  if ('request' in output) return [askedText(output)];
  return [`${output.caller}: ${words}`, ...(output.kept ? [] : [NOT_KEPT])];
}

const extend = declareAction({
  name: 'clients/extend',
  summary: 'Spare a client from brownouts and the end of v1 until an instant; without one, stop sparing it.',
  input: z.strictObject({ caller: askedCaller, until: instant, ...reasonInputs }),
  output: changedClient,
  words: ({ until }, output) => {
    if (until === undefined) return keptKeyWords('brownouts and the end hold for it again', output);
    return keptKeyWords(`no brownout and no end for it until ${new Date(until).toISOString()}`, output);
  },
  run: (operatorParts, { caller, until, ...input }, actor) =>
    changeClient(operatorParts, input, { kind: 'extend', caller, until }, actor),
});

const gone = declareAction({
  name: 'clients/gone',
  summary: 'End v1 for one client: its v1 requests get a 410; undo takes that back.',
  input: z.strictObject({
    caller: askedCaller,
    undo: switched,
    confirm: z.string().max(100).optional(),
    ...reasonInputs,
  }),
  output: changedClient,
  words: ({ undo }, output) =>
    keptKeyWords(undo === true ? 'v1 answers it again' : 'its v1 requests get a 410', output),
  run: (operatorParts, input, actor) => {
    const { caller, undo } = input;
    const name = operatorParts.cutover.callerName(caller) ?? caller;
    // The form of the console asks for `confirm`.
    if (input.confirm !== undefined && input.confirm !== name)
      return makeRefusal('unconfirmed', `Nothing was changed: type ${name} to confirm it.`);
    return changeClient(operatorParts, input, { kind: 'retire', caller, gone: undo !== true }, actor);
  },
});

/** Schema of a period in days, such as `30d`. */
export const period = z
  .string()
  .regex(/^[1-9]\d{0,3}d$/, 'a number of days such as 30d')
  .default('30d')
  .transform((text) => Math.min(Number(text.slice(0, -1)), KEPT_DAYS));

const usage = declareView({
  name: 'usage',
  summary: 'The clients of v1 with their operations, and how ready each is to move to v2.',
  input: z.object({ since: period, client: z.string().min(1).max(200).optional() }),
  output: usagePage,
  run: async (operatorParts, { since, client }) => {
    const answered = await operatorParts.usage.answer({ days: since, client });
    if (!answered.ok) return makeRefusal('unknownCaller', answered.sentence);
    return success(answered.page);
  },
});

/** Views and actions of the clients, and of the end of v1 for each client. */
export const clientEntries = {
  list,
  label,
  extend,
  gone,
  usage,
} as const;
