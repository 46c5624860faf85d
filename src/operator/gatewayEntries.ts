import { z } from 'zod';
import { success } from '../contract/result';
import { addCallerName } from '../cutover/callerNames';
import { sideSchema } from '../cutover/stages/stage';
import { driftReport } from '../drift/driftReport';
import { readAfter } from './differenceEntries';
import { declareAction, reasonInputs, noInput, reasonText, makeRefusal, declareView } from './entry';
import { unknownResourceRefusal } from './stageViews';
import { faultsPage, mappedPage, type OperatorParts, unlistedShape } from './operatorParts';

const writes = declareView({
  name: 'writes',
  summary: 'Ambiguous writes, with the results of reading back; those that were closed, too.',
  input: noInput,
  output: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      resource: z.string(),
      target: z.string(),
      caller: z.string(),
      name: z.string().optional(),
      side: sideSchema,
      problem: z.string(),
      found: z.string().optional(),
      closed: z.object({ at: z.number(), by: z.string(), note: z.string() }).optional(),
    }),
  ),
  run: async ({ cutover }) =>
    success((await cutover.writes()).map((write) => addCallerName(write, write.caller, cutover.callerName))),
});

const closeWrite = declareAction({
  name: 'writes/close',
  summary: 'Take a write off the list after somebody has looked at it.',
  input: z.strictObject({ id: z.string().min(1).max(100), ...reasonInputs }),
  output: z.object({ closed: z.string() }),
  words: (_input, { closed }) => [`closed ${closed}`],
  run: async ({ cutover }, input, actor) => {
    const isClosed = await cutover.closeWrite(input.id, actor, reasonText(input, actor));
    if (!isClosed) return makeRefusal('notFound', `There is no open write ${input.id}.`);
    return success({ closed: input.id });
  },
});

const drift = declareView({
  name: 'drift',
  summary: "How v2's answers differ from the contract.",
  input: noInput,
  output: driftReport,
  run: async (operatorParts) => success(await operatorParts.drift()),
});

const eventsAgain = declareAction({
  name: 'events/again',
  summary: 'Send the old program the events again that it did not take.',
  input: noInput,
  output: z.object({ events: z.number() }),
  words: (_input, { events }) => [`${events} events are sent again`],
  run: async (operatorParts) =>
    operatorParts.eventsAgain === undefined
      ? makeRefusal('conflict', 'No program receives events: see the setting events.receiver.')
      : success({ events: await operatorParts.eventsAgain() }),
});

const optional = z.string().optional();

const mappings = declareView({
  name: 'mappings',
  summary: 'The mappings in force, how each field is made, and the state of the files on the disk.',
  input: noInput,
  output: mappedPage,
  run: (operatorParts) => success(mappedPage.parse(operatorParts.mapped())),
});

const index = z.array(
  z.object({
    index: z.string(),
    caller: z.string(),
    name: z.string().optional(),
    isComplete: z.boolean(),
    isReading: z.boolean(),
    offers: z.number(),
    total: z.number().nullable(),
  }),
);

const indexStates = async ({ indexes, cutover }: OperatorParts, warm: boolean) =>
  success((await indexes(warm)).map((state) => addCallerName(state, state.caller, cutover.callerName)));

const indexes = declareView({
  name: 'index',
  summary: 'The progress of the indexes of logins.',
  input: noInput,
  output: index,
  run: (operatorParts) => indexStates(operatorParts, false),
});

const warmIndexes = declareAction({
  name: 'index/warm',
  // A viewer may call it: it reads what a client's first lookup would read.
  role: 'viewer',
  summary: 'Fill the indexes of logins before clients come.',
  input: noInput,
  output: index,
  words: (_input, states) => [`${states.length} indexes are being filled`],
  run: (operatorParts) => indexStates(operatorParts, true),
});

const noFaults = makeRefusal(
  'conflict',
  'Faults are for the embedded marketplace: see lifeboat serve --sandbox.',
);

const faults = declareView({
  name: 'faults',
  summary: 'The faults that can be planted in the embedded marketplace, and those in force.',
  input: noInput,
  output: faultsPage,
  run: async (operatorParts) => {
    if (operatorParts.faults === undefined) return noFaults;
    return success(await operatorParts.faults.view());
  },
});

const setFaults = declareAction({
  name: 'faults/set',
  summary: 'Plant a fault in the embedded marketplace; without a kind all are removed.',
  input: z.strictObject({ kind: z.string().max(40).default('') }),
  output: z.object({ said: z.string() }),
  words: (_input, { said: message }) => [message],
  run: async (operatorParts, { kind }) => {
    if (operatorParts.faults === undefined) return noFaults;
    const changed = await (kind === '' ? operatorParts.faults.clear() : operatorParts.faults.plant(kind));
    if (!changed.ok) return makeRefusal('conflict', changed.failure);
    return success({ said: changed.value });
  },
});

/** Schema of a request that was seen; `at` is the end of its answer, clock ms. */
const seenRequest = z.looseObject({
  at: z.number(),
  requestId: z.string(),
  method: z.string(),
  status: z.number(),
  milliseconds: z.number(),
  route: z.string(),
  shape: optional,
  resource: optional,
  operation: optional,
  servedBy: optional,
  because: optional,
  stage: optional,
  caller: optional,
  name: optional,
  problem: optional,
  ambiguous: z.boolean().optional(),
});

type Wanted = Readonly<Record<'resource' | 'operation' | 'side' | 'caller' | 'status', string | undefined>>;

/** Creates the filter by caller (its name, or the beginning of its fingerprint) and by status, `404` or `5xx`. */
const createRequestFilter =
  ({ resource, operation, side, caller = '', status = '' }: Wanted) =>
  (seenEntry: z.output<typeof seenRequest>): boolean =>
    [resource ?? seenEntry.resource, operation ?? seenEntry.operation, side ?? seenEntry.servedBy].join(
      ' ',
    ) === [seenEntry.resource, seenEntry.operation, seenEntry.servedBy].join(' ') &&
    String(seenEntry.status).startsWith(status.replace(/xx$/, '')) &&
    (seenEntry.name === caller || (seenEntry.caller ?? '').startsWith(caller));

/** Refuses a resource or an operation that no request would ever match. Returns undefined for known ones. */
function refuseUnknown({ cutover }: OperatorParts, { resource, operation }: Partial<Wanted>) {
  const all = cutover.subject().resources;
  const names = all.map(({ name }) => name);
  if (resource !== undefined && !names.includes(resource)) return unknownResourceRefusal(resource, names);
  const knownOperations = all.flatMap(({ operations }) => operations);
  if (operation === undefined || knownOperations.includes(operation)) return undefined;
  const detail = `no operation ${operation}; there are: ${knownOperations.join(', ')}`;
  return makeRefusal('notFound', detail, { asked: operation, known: knownOperations });
}

const tail = declareView({
  name: 'tail',
  summary: 'The requests after a position; 0 means from now on. Go on with the position in the answer.',
  input: z.object({
    after: readAfter,
    resource: optional,
    operation: optional,
    side: optional,
    caller: optional,
    status: z
      .string()
      .regex(/^[1-5](\d\d|xx)$/, 'a status such as 404, or a class such as 5xx')
      .optional(),
  }),
  output: z.object({ requests: z.array(seenRequest), next: z.number(), lost: z.number() }),
  run: async (operatorParts, { after: position, ...wanted }) => {
    const refused = refuseUnknown(operatorParts, wanted);
    if (refused !== undefined) return refused;
    const { requests, next, lost } = await operatorParts.tail(position);
    const namedRequests = requests.map((seenRequest) =>
      addCallerName({ ...seenRequest }, seenRequest.caller, operatorParts.cutover.callerName),
    );
    const { resource, operation, side, caller, status } = wanted;
    const isChosen = createRequestFilter({ resource, operation, side, caller, status });
    return success({ requests: namedRequests.filter(isChosen), next, lost });
  },
});

const unlisted = declareView({
  name: 'unlisted',
  summary: 'v1 requests that no operation answers, counted by the shape of their paths.',
  input: noInput,
  output: z.array(unlistedShape),
  run: async (operatorParts) => success(await operatorParts.unlisted()),
});

/** Views and actions of the gateway itself. */
export const gatewayEntries = {
  writes,
  closeWrite,
  eventsAgain,
  drift,
  mappings,
  indexes,
  warmIndexes,
  faults,
  setFaults,
  tail,
  unlisted,
} as const;
