import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler } from 'express';
import { problemAnswer } from '../../gateway/problems';
import { createThrowHandler, createViewerCheck, refuseForeignNames, sendRefusal, type Door } from './door';
import { type ConsoleOptions, createConsole } from './consoleApp';
import { createOperatorApi } from './operatorApi';
import type { Edge } from '../server/openServer';

/** A finished page of the admin port. */
export interface AdminPage {
  /** Media type, with the charset for a text. */
  readonly type: string;
  readonly body: string;
  /** Content security policy of a page with its own script. Absent: the page runs nothing. */
  readonly policy?: string;
}

/** Returns a value as a page of JSON. */
export const jsonPage = (value: unknown): AdminPage => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export interface AdminOptions {
  /** False until the start is over, and from the beginning of a shutdown: a balancer then uses another gateway. */
  readonly isReady: () => boolean;
  /** Returns the hash of the mappings in force. */
  readonly mappings: () => string;
  /** Further pages for the operator by their path; each is made again for every request. */
  readonly pages: Readonly<Record<`/${string}`, (request: Request) => AdminPage | Promise<AdminPage>>>;
  /** Identifies the asker and his rights. */
  readonly door: Door;
  /** Views and actions of the operator: the API below `/api`, and the console. Absent: neither is served. */
  readonly operator?: Omit<ConsoleOptions, 'door'>;
  /** Answers `/usage/guide`, and `/guide` for one client, to every visitor who may look. Absent: neither is served. */
  readonly clientGuide?: RequestHandler | undefined;
  /** Sentences on what does not work although requests are answered. Absent: there are none. */
  readonly degraded?: () => readonly string[];
  /** Names of the processes that share the store, first the one that acts for all. Absent: the store is not shared. */
  readonly members?: () => readonly string[];
  /** Progress of the indexes that are being filled. Absent: none is. */
  readonly warming?: () => Promise<{ readonly complete: number; readonly of: number } | undefined>;
}

/**
 * Headers of every answer. It is for operators only, runs nothing but a guide's own script, and cannot be embedded in
 * another page.
 */
const everyAnswer = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Builds the edge of the admin port, which is for the operator's own machine: is it alive, may it get requests. */
export function createAdminApp(options: AdminOptions): Edge {
  const { isReady, mappings, pages, door, operator, clientGuide } = options;
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
    // The progress is shown but is no condition: lookups are answered while an index is being filled.
    const filling = await warming?.().catch(() => undefined);
    const ready = isReady();
    const lacking = degraded();
    const sharing = members();
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      degraded: lacking.length > 0 ? lacking : undefined,
      members: sharing.length > 1 ? sharing : undefined,
      warming: filling,
    });
  });
  const guard = createViewerCheck(door);
  if (operator !== undefined) app.use('/api', createOperatorApi({ ...operator, door }));
  if (clientGuide !== undefined) {
    app.get('/usage/guide', guard, clientGuide);
    // The guide for one client has the path of the general guide.
    app.get('/guide', guard, (request, response, next) => {
      if (request.query['client'] === undefined) next();
      else void clientGuide(request, response, next);
    });
  }
  if (operator !== undefined) app.use(createConsole({ ...operator, door }));
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, guard, async (request, response) => {
      const { type, body, policy } = await page(request);
      if (policy !== undefined) response.set('content-security-policy', policy);
      response.type(type).send(body);
    });
  }
  app.use((_request, response) =>
    sendRefusal(response, { problem: 'notFound', detail: 'There is no such page.' }),
  );
  app.use(createThrowHandler('pageFailed'));
  return { listener: app, unreadable: (code) => problemAnswer(code, randomUUID(), everyAnswer) };
}
