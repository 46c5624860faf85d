import express, { type Request, type RequestHandler, type Response } from 'express';
import { withName } from '../cutover/callerNames';
import { changeRequestSchema, closingSchema, labelSchema } from '../cutover/changeSchema';
import type { Cutover } from '../cutover/cutover';
import { explainDecision } from '../cutover/explainDecision';
import { toOverviewPage } from '../cutover/overviewPage';
import { readBearer } from '../gateway/keys/readBearer';
import { answerAdminThrow } from './answerAdminThrow';
import { isSameSecret } from './isSameSecret';

/** What the control of the cutover works with. */
export interface ControlOptions {
  readonly cutover: Cutover;
  /** Whoever shows it may look and change; undefined: nobody may. */
  readonly token: string | undefined;
  readonly now: () => number;
}

const refuse = (response: Response, status: number, message: string): void => {
  response.status(status).json({ message });
};

const noResource = (resource: string, { resources }: Pick<Cutover, 'resources'>): string =>
  `no resource ${resource}; there are: ${resources().join(', ')}`;

const statuses = {
  unknownResource: 404,
  unknownCaller: 404,
  held: 409,
  already: 409,
  storeFailed: 503,
} as const;

/** Lets nobody in who does not show the token. */
function guard(token: string | undefined): RequestHandler {
  return (request, response, next) => {
    response.setHeader('cache-control', 'no-store');
    if (token === undefined) refuse(response, 403, 'Set admin.token in the settings of the gateway first.');
    else if (isSameSecret(readBearer(request.headers.authorization), token)) next();
    else refuse(response, 401, 'Unauthenticated.');
  };
}

function change({ cutover }: ControlOptions): RequestHandler {
  return async (request, response) => {
    const asked = changeRequestSchema.safeParse(request.body);
    if (!asked.success) {
      const [issue] = asked.error.issues;
      refuse(response, 422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
      return;
    }
    const outcome = await cutover.change(asked.data);
    if (outcome.ok) response.json({ kept: outcome.kept });
    else refuse(response, statuses[outcome.why], outcome.sentence);
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
      withName(event, event.change.kind === 'pin' ? event.change.caller : undefined, cutover.callerName),
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

/** The control of the cutover on the admin port: everything in it needs the token. */
export function createControl(options: ControlOptions): RequestHandler {
  const { cutover, token, now } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(guard(token));
  router.use(express.json({ inflate: false, limit: '16kb' }));
  router.get('/', (_request, response) => {
    const alarms = cutover.alarms.current();
    response.json(
      cutover.overview().map((overview) => toOverviewPage(overview, alarms, cutover.callerName, now())),
    );
  });
  router.get('/log', (_request, response) => void response.json(logOf(cutover)));
  router.get('/verification', async (_request, response) => void response.json(await cutover.verify()));
  router.get('/writes', async (_request, response) => {
    response.json((await cutover.writes()).map((write) => withName(write, write.caller, cutover.callerName)));
  });
  router.get('/callers', (_request, response) => void response.json(clientsOf(cutover)));
  router.get('/callers/:resource', who(options));
  router.get('/decisions/:resource/:caller', explain(options));
  router.post('/changes', change(options));
  router.post('/closings', closeWrite(options));
  router.post('/labels', label(options));
  router.use(answerAdminThrow(503, 'The store cannot be read'));
  return router;
}
