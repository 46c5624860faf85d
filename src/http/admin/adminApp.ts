import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import { problemAnswer } from '../../gateway/problems';
import { answerAdminThrow, needViewer, refuseForeignNames } from './adminAccess';
import type { Door } from './door';
import type { Edge } from '../server/openServer';

/** A page of the admin port, as it goes out. */
export interface AdminPage {
  /** Media type, with the charset where it is a text. */
  readonly type: string;
  readonly body: string;
  /** Content security policy, where it runs a script of its own; absent: it runs nothing. */
  readonly policy?: string;
}

/** Returns a value as a page of JSON. */
export const jsonPage = (value: unknown): AdminPage => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export interface AdminOptions {
  /** False before the start is over and from the beginning of a shutdown: then a balancer looks elsewhere. */
  readonly isReady: () => boolean;
  /** Names the mappings in force. */
  readonly mappings: () => string;
  /** Further pages for the operator by their path, each made anew when it is asked for. */
  readonly pages: Readonly<Record<`/${string}`, (request: Request) => AdminPage | Promise<AdminPage>>>;
  /** Says who asks, and what he may. */
  readonly door: Door;
  /** The operator's table, served below `/api`; absent: nothing is. */
  readonly api?: RequestHandler;
  /** Answers `/usage/guide`, and `/guide` for one client, for everybody who may look; absent: nothing does. */
  readonly clientGuide?: RequestHandler | undefined;
  /** The console: answers `/` and its screens, and hands on everything else; absent: nothing does. */
  readonly console?: RequestHandler;
  /** Sentences on what does not work although requests are answered; absent: none. */
  readonly degraded?: () => readonly string[];
  /** Names of the processes that share the store, the one that acts for all first; absent: nobody shares it. */
  readonly members?: () => readonly string[];
  /** The progress of indexes that are being filled; absent: none is. */
  readonly warming?: () => Promise<{ readonly complete: number; readonly of: number } | undefined>;
}

/** Headers of every answer: it holds what is for operators only, and no page runs anything, but for a guide its own script, or is shown in another. */
const everyAnswer = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Builds the edge of the admin port, which is for the operator's own machine: is it alive, may it get requests. */
export function createAdminApp(options: AdminOptions): Edge {
  const { isReady, mappings, pages, door, api, clientGuide } = options;
  const { degraded = () => [], members = () => [], warming } = options;
  const app = express();
  for (const setting of ['x-powered-by', 'etag']) app.disable(setting);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use((_request, response, next) => {
    response.set(everyAnswer);
    next();
  });
  if (door.openReads) app.use(refuseForeignNames);
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok', mappings: mappings() });
  });
  app.get('/readyz', async (_request, response) => {
    // It is a page, no condition: lookups are answered while an index is being filled.
    const filling = await warming?.().catch(() => undefined);
    const ready = isReady();
    const lacking = degraded();
    const sharing = members();
    const status = ready ? 'ready' : 'not ready';
    response.status(ready ? 200 : 503).json({
      status,
      ...(lacking.length === 0 ? {} : { degraded: lacking }),
      ...(sharing.length > 1 ? { members: sharing } : {}),
      ...(filling === undefined ? {} : { warming: filling }),
    });
  });
  const guard = needViewer(door);
  if (api !== undefined) app.use('/api', api);
  if (clientGuide !== undefined) {
    app.get('/usage/guide', guard, clientGuide);
    // The guide for one client stands where the guide for everybody does.
    app.get('/guide', guard, (request, response, next) => {
      if (request.query['client'] === undefined) next();
      else void clientGuide(request, response, next);
    });
  }
  if (options.console !== undefined) app.use(options.console);
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, guard, async (request, response) => {
      const { type, body, policy } = await page(request);
      if (policy !== undefined) response.set('content-security-policy', policy);
      response.type(type).send(body);
    });
  }
  app.use((_request, response) => {
    const { status, headers, body } = problemAnswer('notFound', randomUUID());
    response.writeHead(status, headers).end(body);
  });
  app.use(answerAdminThrow(500, 'The page cannot be made'));
  return { listener: app, unreadable: (code) => problemAnswer(code, randomUUID(), everyAnswer) };
}
