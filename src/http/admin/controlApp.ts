import express, { type Request, type RequestHandler, type Response } from 'express';
import { withName } from '../../cutover/callerNames';
import type { ChangeOutcome, ChangeRequest } from '../../cutover/stages/changeRequest';
import { ALL, changeRequestSchema, closingSchema, labelSchema } from '../../cutover/stages/stageEvent';
import type { Cutover } from '../../cutover/cutover';
import { explainDecision } from '../../cutover/stages/decide';
import type { Gate } from '../../cutover/evidence/judgeMove';
import { toOverviewPage } from '../../cutover/cutoverPages';
import { parseStage, renderStage } from '../../cutover/stages/stage';
import { readBearer } from '../../gateway/keys/clientKeys';
import { answerAdminThrow, isSameSecret } from './adminAccess';
import { createRetirementApp } from './retirementApp';

/** Parts of createControl. */
interface ControlOptions {
  readonly cutover: Cutover;
  /** Whoever shows it may look and change; undefined: nobody may change. */
  readonly token: string | undefined;
  /** True where whoever reaches the port may look without it: on the machine itself. */
  readonly openReads?: boolean;
  readonly now: () => number;
}

const refuse = (response: Response, status: number, message: string, more: object = {}): void => {
  response.status(status).json({ message, ...more });
};

const noResource = (resource: string, { resources }: Pick<Cutover, 'resources'>): string =>
  `no resource ${resource}; there are: ${resources().join(', ')}`;

const statuses = {
  unknownResource: 404,
  unknownCaller: 404,
  past: 422,
  held: 409,
  already: 409,
  unconfirmed: 409,
  gate: 409,
  overtaken: 409,
  storeFailed: 503,
} as const;

/** Lets nobody in who does not show the token. */
function guard({ token, openReads = false }: ControlOptions): RequestHandler {
  return (request, response, next) => {
    if (openReads && request.method === 'GET') next();
    else if (token === undefined)
      refuse(response, 403, 'Set admin.token in the settings of the gateway first.');
    else if (isSameSecret(readBearer(request.headers.authorization), token)) next();
    else refuse(response, 401, 'Unauthenticated.');
  };
}

/** The gate's judgement as JSON. */
const judgementPage = ({ verdict, conditions }: Gate['judgement']) => ({ verdict, conditions });

/** One resource after a change was made or refused. */
function changePage({ cutover }: ControlOptions, resource: string, outcome: ChangeOutcome) {
  if (outcome.ok) {
    const { stage, killed } = cutover.standing(resource).state;
    return { resource, kept: outcome.kept, stage: renderStage(stage), killed };
  }
  const { why, sentence: message, judgement } = outcome;
  return { resource, why, message, ...(judgement === undefined ? {} : judgementPage(judgement)) };
}

/** Changes all resources, each by itself: what one refuses does not keep the others. */
async function changeAll(options: ControlOptions, asked: ChangeRequest, response: Response): Promise<void> {
  const { cutover } = options;
  const outcomes = await Promise.all(
    cutover.resources().map(async (resource) => {
      const outcome = await cutover.change({ ...asked, resource });
      return { resource, outcome };
    }),
  );
  const changes = outcomes.map(({ resource, outcome }) => changePage(options, resource, outcome));
  const refused = outcomes.flatMap(({ outcome }) =>
    outcome.ok || outcome.why === 'already' ? [] : [outcome],
  );
  const [first] = refused;
  if (first === undefined) response.json({ changes });
  else refuse(response, statuses[first.why], refused.map(({ sentence }) => sentence).join('\n'), { changes });
}

function change(options: ControlOptions): RequestHandler {
  const { cutover } = options;
  return async (request, response) => {
    const asked = changeRequestSchema.safeParse(request.body);
    if (!asked.success) {
      const [issue] = asked.error.issues;
      refuse(response, 422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
      return;
    }
    const { resource } = asked.data;
    if (resource === ALL) {
      await changeAll(options, asked.data, response);
      return;
    }
    const outcome = await cutover.change(asked.data);
    const { status = 200 } = outcome.ok ? {} : { status: statuses[outcome.why] };
    const resources = status === 404 ? { resources: cutover.resources() } : {};
    response.status(status).json({ ...changePage(options, resource, outcome), ...resources });
  };
}

/** The word that stands for the end of a kill where the gate is asked about a stage. */
const RELEASE = 'release';

/** Says what the gate would say of a move now, e.g. `/gate/account/canary%205%25` or `release`; of all resources for `*`. */
function showGate({ cutover }: ControlOptions) {
  return (request: Request<{ resource: string; stage: string }>, response: Response): void => {
    const { resource, stage } = request.params;
    const asked = parseStage(stage);
    if (asked === undefined && stage !== RELEASE) {
      refuse(response, 422, `no stage ${stage}: v1, shadow, canary N%, v2 or gone`);
      return;
    }
    const resources = cutover.resources();
    const names = resource === ALL ? resources : [resource];
    const gates = names.flatMap(
      (name) => cutover.gate(name, asked ?? cutover.standing(name).state.stage) ?? [],
    );
    if (gates.length === 0) {
      refuse(response, 404, `no resource ${resource}; there are: ${resources.join(', ')}`, {
        resource,
        resources,
      });
      return;
    }
    response.json(
      gates.map(({ resource: name, from, to, forward, judgement }) => ({
        ...{ resource: name, from: renderStage(from), to: renderStage(to), forward },
        ...{ killed: cutover.standing(name).state.killed, ...judgementPage(judgement) },
      })),
    );
  };
}

function closeWrite({ cutover }: ControlOptions): RequestHandler {
  return async (request, response) => {
    const asked = closingSchema.safeParse(request.body);
    if (!asked.success) {
      refuse(response, 422, 'id, by and note are needed.');
      return;
    }
    const { id, by, note } = asked.data;
    if (await cutover.closeWrite(id, by, note)) response.json({ closed: id });
    else refuse(response, 404, `no write ${id}`);
  };
}

function label({ cutover }: ControlOptions): RequestHandler {
  return async (request, response) => {
    const asked = labelSchema.safeParse(request.body);
    if (!asked.success) {
      refuse(response, 422, 'caller is needed; name is a text.');
      return;
    }
    const outcome = await cutover.label(asked.data.caller, asked.data.name);
    if (outcome.ok) response.json({ caller: outcome.caller });
    else refuse(response, 409, outcome.sentence);
  };
}

const logOf = (cutover: Cutover) =>
  cutover
    .events()
    .map((event) =>
      withName(event, 'caller' in event.change ? event.change.caller : undefined, cutover.callerName),
    );

/** Everybody who was seen at any resource, the busiest first. */
function clientsOf(cutover: Cutover) {
  const clients = new Map<string, { resources: string[]; requests: number; latest?: string }>();
  for (const resource of cutover.resources()) {
    for (const { caller, v1, v2, latest } of cutover.callers(resource)) {
      const known = clients.get(caller) ?? { resources: [], requests: 0 };
      const last = [known.latest, latest]
        .filter((at) => at !== undefined)
        .toSorted()
        .at(-1);
      clients.set(caller, {
        resources: [...known.resources, resource],
        requests: known.requests + v1 + v2,
        ...(last === undefined ? {} : { latest: last }),
      });
    }
  }
  return [...clients]
    .map(([caller, client]) => withName({ caller, ...client }, caller, cutover.callerName))
    .toSorted((one, other) => other.requests - one.requests);
}

function who({ cutover }: ControlOptions) {
  return (request: Request<{ resource: string }>, response: Response): void => {
    const { resource } = request.params;
    if (cutover.resources().includes(resource)) response.json(cutover.callers(resource));
    else refuse(response, 404, noResource(resource, cutover));
  };
}

/** Says how a request of a caller (fingerprint) would be decided now, e.g. `/decisions/account/0123456789ab`. */
function explain({ cutover }: ControlOptions) {
  return (request: Request<{ resource: string; caller: string }>, response: Response): void => {
    const { resource, caller } = request.params;
    if (!cutover.resources().includes(resource)) {
      refuse(response, 404, noResource(resource, cutover));
      return;
    }
    const decision = cutover.decide(resource, caller === '-' ? undefined : caller);
    response.json({ ...decision, sentence: explainDecision(decision) });
  };
}

/** The control of the cutover on the admin port: a change needs the token, and so does a look unless it is open. */
export function createControl(options: ControlOptions): RequestHandler {
  const { cutover, now } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(guard(options));
  router.use(express.json({ inflate: false, limit: '16kb' }));
  router.get('/', (_request, response) => {
    const alarms = cutover.alarms.current();
    response.json(
      cutover.overview().map((overview) => toOverviewPage(overview, alarms, cutover.callerName, now())),
    );
  });
  router.get('/log', (_request, response) => void response.json(logOf(cutover)));
  // For commands that read the store of a running gateway.
  router.get('/saved', async (_request, response) => {
    await cutover.save();
    response.json({ saved: cutover.health().ok });
  });
  router.get('/verification', async (_request, response) => void response.json(await cutover.verify()));
  router.get('/writes', async (_request, response) => {
    response.json((await cutover.writes()).map((write) => withName(write, write.caller, cutover.callerName)));
  });
  router.get('/callers', (_request, response) => void response.json(clientsOf(cutover)));
  router.get('/callers/:resource', who(options));
  router.get('/decisions/:resource/:caller', explain(options));
  router.get('/gate/:resource/:stage', showGate(options));
  router.post('/changes', change(options));
  router.post('/closings', closeWrite(options));
  router.post('/labels', label(options));
  router.use('/retirement', createRetirementApp(cutover));
  router.use(answerAdminThrow(503, 'The store cannot be read'));
  return router;
}
