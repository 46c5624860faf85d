import { hash } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { Result } from '../../contract/result';
import { type Entry, type EntryRefusal, makeRefusal } from '../../operator/entry';
import { operatorDocument } from '../../operator/operatorDocument';
import type { OperatorParts } from '../../operator/operatorParts';
import { problemsPage } from '../../operator/operatorProblems';
import { operatorTable, runEntry } from '../../operator/operatorTable';
import { createThrowHandler, isOwnPost, sendRefusal, type Door } from './door';

export interface OperatorApiOptions {
  readonly parts: OperatorParts;
  readonly door: Door;
  readonly version: string;
}

type Answer = Result<{ readonly output: unknown }, EntryRefusal>;

/** Most answers of actions that are kept for repeats; the oldest is forgotten first. */
const MAX_REPEATABLE = 1_000;

/** Returns the query of a request. The last of several values of a name counts. */
export const askedQueryOf = ({ url }: Pick<Request, 'url'>) =>
  Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''));

/** Refuses requests that no program of the operator sends. */
function misuseOf(request: Request): Answer | undefined {
  if (request.headers.origin !== undefined && !isOwnPost(request))
    return makeRefusal('foreignOrigin', 'A page of another origin may not change anything.');
  // A page of another origin cannot send this type without asking first.
  if (request.is('application/json') !== 'application/json')
    return makeRefusal('notJson', 'An action takes JSON.');
  return undefined;
}

/** Serves the operator's entries below `/api`, with their document and the page of their refusals. */
export function createOperatorApi({ parts: operatorParts, door, version }: OperatorApiOptions): Express {
  const api = express();
  for (const setting of ['case sensitive routing', 'strict routing']) api.enable(setting);
  api.disable('x-powered-by');
  const answers = new LRUCache<string, { readonly input: string; readonly answer: Promise<Answer> }>({
    max: MAX_REPEATABLE,
  });
  /** Carries out an action once for each Idempotency-Key of its asker. A repeat gets the first answer. */
  const actOnce = (entry: Entry, request: Request, name: string): Promise<Answer> | Answer => {
    const runAction = (): Promise<Answer> => runEntry(entry, operatorParts, request.body ?? {}, name);
    const key = request.get('idempotency-key');
    if (key === undefined) return runAction();
    const id = JSON.stringify([name, entry.name, key]);
    const input = hash('sha256', JSON.stringify(request.body ?? {}));
    const repeated = answers.get(id) ?? { input, answer: runAction() };
    answers.set(id, repeated);
    if (repeated.input === input) return repeated.answer;
    return makeRefusal('invalidInput', 'idempotency-key: it was used for another input');
  };
  const answerOf = (entry: Entry, request: Request): Promise<Answer> | Answer => {
    const isView = entry.kind === 'view';
    const visitor = door.admit(request, entry.role, isView);
    if (!visitor.ok) return visitor;
    const name = visitor.value?.name ?? '';
    if (isView) return runEntry(entry, operatorParts, askedQueryOf(request), name);
    return misuseOf(request) ?? actOnce(entry, request, name);
  };
  const handlerOf =
    (entry: Entry): RequestHandler =>
    async (request, response) => {
      const answer = await answerOf(entry, request);
      if (answer.ok) response.json(answer.value.output);
      else sendRefusal(response, answer.failure);
    };
  const json = express.json({ inflate: false, limit: '64kb' });
  for (const entry of operatorTable) {
    if (entry.kind === 'view') api.get(`/${entry.name}`, handlerOf(entry));
    else api.post(`/${entry.name}`, json, handlerOf(entry));
  }
  api.get('/openapi.json', (_request, response) => {
    response.json(operatorDocument(operatorTable, version));
  });
  api.get('/problems', (_request, response) => void response.type('html').send(problemsPage()));
  api.use((_request, response) => {
    const detail = 'There is no such entry: see /api/openapi.json.';
    sendRefusal(response, { problem: 'notFound', detail });
  });
  api.use(createThrowHandler('pageFailed'));
  return api;
}
