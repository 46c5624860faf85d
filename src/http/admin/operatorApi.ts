import { hash } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { LRUCache } from 'lru-cache';
import type { Result } from '../../contract/result';
import { type Entry, type EntryRefusal, refuse } from '../../operator/entry';
import { operatorDocument } from '../../operator/operatorDocument';
import type { OperatorParts } from '../../operator/operatorParts';
import { problemDetails, problemsPage } from '../../operator/operatorProblems';
import { operatorTable, runEntry } from '../../operator/operatorTable';
import { isOwnPost, type Door } from './door';

export interface OperatorApiOptions {
  readonly parts: OperatorParts;
  readonly door: Door;
  readonly version: string;
}

type Answer = Result<{ readonly output: unknown }, EntryRefusal>;

/** Most answers of actions that are kept for repeats; the oldest is forgotten first. */
const MAX_REPEATABLE = 1_000;

/** Answers a refusal in the form of RFC 9457. */
function answerRefusal(response: Response, { problem, detail, more }: EntryRefusal): void {
  const details = problemDetails(problem, detail, more);
  if (problem === 'unauthenticated') response.set('www-authenticate', 'Basic realm="lifeboat"');
  if (problem === 'tooManyFailures') response.set('retry-after', '60');
  response.status(details.status).type('application/problem+json').send(JSON.stringify(details));
}

/** Returns the query of a request; of a name that is given twice the last. */
export const askedQueryOf = ({ url }: Pick<Request, 'url'>) =>
  Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''));

/** Refuses requests that no program of the operator sends. */
function misuseOf(request: Request): Answer | undefined {
  if (request.headers.origin !== undefined && !isOwnPost(request))
    return refuse('foreignOrigin', 'A page of another origin may not change anything.');
  // A page of another origin cannot send this type without asking first.
  if (request.is('application/json') !== 'application/json')
    return refuse('notJson', 'An action takes JSON.');
  return undefined;
}

/** Answers a body that is no JSON, or too long. */
const answerUnreadable: ErrorRequestHandler = (_thrown, _request, response, _next) =>
  answerRefusal(response, { problem: 'invalidInput', detail: 'The body cannot be read.' });

/** Serves the operator's table below `/api`, with its document and the page of its refusals. */
export function createOperatorApi({ parts: operatorParts, door, version }: OperatorApiOptions): Express {
  const api = express();
  for (const setting of ['case sensitive routing', 'strict routing']) api.enable(setting);
  api.disable('x-powered-by');
  const answers = new LRUCache<string, { readonly input: string; readonly answer: Promise<Answer> }>({
    max: MAX_REPEATABLE,
  });
  /** Carries out an action once for each Idempotency-Key of its asker; a repeat gets the first answer. */
  const act = (entry: Entry, request: Request, name: string): Promise<Answer> | Answer => {
    const run = (): Promise<Answer> => runEntry(entry, operatorParts, request.body ?? {}, name);
    const key = request.get('idempotency-key');
    if (key === undefined) return run();
    const id = JSON.stringify([name, entry.name, key]);
    const input = hash('sha256', JSON.stringify(request.body ?? {}));
    const repeated = answers.get(id) ?? { input, answer: run() };
    answers.set(id, repeated);
    return repeated.input === input
      ? repeated.answer
      : refuse('invalidInput', 'idempotency-key: it was used for another input');
  };
  const answerTo = (entry: Entry, request: Request): Promise<Answer> | Answer => {
    const isView = entry.kind === 'view';
    const visitor = door.admit(request, entry.role, isView);
    if (!visitor.ok) return visitor;
    const name = visitor.value?.name ?? '';
    if (isView) return runEntry(entry, operatorParts, askedQueryOf(request), name);
    return misuseOf(request) ?? act(entry, request, name);
  };
  const handle =
    (entry: Entry): RequestHandler =>
    async (request, response) => {
      const answer = await answerTo(entry, request);
      if (answer.ok) response.json(answer.value.output);
      else answerRefusal(response, answer.failure);
    };
  const json = express.json({ inflate: false, limit: '64kb' });
  for (const entry of operatorTable) {
    if (entry.kind === 'view') api.get(`/${entry.name}`, handle(entry));
    else api.post(`/${entry.name}`, json, handle(entry));
  }
  api.get('/openapi.json', (_request, response) => {
    response.json(operatorDocument(operatorTable, version));
  });
  api.get('/problems', (_request, response) => void response.type('html').send(problemsPage()));
  api.use((_request, response) => {
    const detail = 'There is no such entry: see /api/openapi.json.';
    answerRefusal(response, { problem: 'notFound', detail });
  });
  api.use(answerUnreadable);
  return api;
}
