import express, { type Request, type RequestHandler, type Response } from 'express';
import { PROOF } from '../../console/actionForm';
import type { ActionNotice } from '../../console/consoleData';
import { CONSOLE_POLICY, renderPage } from '../../console/render/renderPage';
import { consoleScreens } from '../../operator/screens';
import { answerAdminThrow, isOwnPost } from './adminAccess';
import {
  type Access,
  type ConsoleOptions,
  createAccess,
  hasProof,
  pageFor,
  type SharedPage,
} from './consoleAccess';
import { createLive } from './consoleLive';
import { assets } from './consoleAssets';

/** Returns a path of this console to go back to; any other value could lead elsewhere. */
const ownPath = (value: unknown): string =>
  typeof value === 'string' && /^\/(?![/\\])[\w/.~!$&'()*+,;=:@%?-]*$/.test(value) ? value : '/';

const fieldsOf = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const blank: SharedPage = {
  version: '',
  alarms: [],
  openWrites: undefined,
  view: { screen: 'signIn' },
};

/** Signs in and out, and shows the form for it. */
function signing({ clock }: ConsoleOptions, access: Access): express.Router {
  const { sessions } = access;
  const router = express.Router({ caseSensitive: true, strict: true });
  const show = (response: Response, path: string, status: number, notice?: ActionNotice): void => {
    const page = pageFor(access, blank, undefined, { path, at: clock.now(), notice });
    response.status(status).type('html').send(renderPage(page));
  };
  router.get('/sign-in', (request, response) => show(response, ownPath(request.query['return']), 200));
  router.post('/sign-in', (request, response) => {
    const { token = '', return: path } = fieldsOf(request.body);
    const visitor = access.signIn(request, token);
    if (visitor.ok) {
      sessions.open(request, response, visitor.value);
      response.redirect(303, ownPath(path));
    } else {
      const status = visitor.failure.problem === 'tooManyFailures' ? 429 : 401;
      show(response, ownPath(path), status, { ok: false, lines: [visitor.failure.detail] });
    }
  });
  router.post('/sign-out', (request, response) => {
    sessions.end(request);
    response.redirect(303, '/');
  });
  return router;
}

/** Carries out the forms of a visitor who may make changes, and returns to the form's page. */
function acting({ act }: ConsoleOptions, access: Access): RequestHandler {
  return async (request, response) => {
    const { [PROOF]: proof, return: path, ...fields } = fieldsOf(request.body);
    const session = access.sessionOf(request, 'use');
    const visitor = access.visitorOf(session);
    if (visitor === undefined || access.mayChange(session) !== 'yes' || !hasProof(session, proof)) {
      response
        .status(403)
        .type('text')
        .send('This form has expired: go back, reload the page and repeat the action.');
      return;
    }
    const notice = await act(request.path.slice('/act/'.length), fields, visitor);
    session.notice = { ...notice, typed: fields['text'] };
    response.redirect(303, ownPath(path));
  };
}

/** Shows the screens. */
function showing(options: ConsoleOptions, access: Access): RequestHandler {
  const { pageOf, clock } = options;
  return async (request, response, next) => {
    const path = ownPath(request.url);
    const session = access.enter(request, response);
    if (!access.mayLook(session)) {
      const page = pageFor(access, blank, undefined, { path, at: clock.now(), notice: undefined });
      response.status(401).type('html').send(renderPage(page));
      return;
    }
    const shared = await pageOf(path);
    if (shared === undefined) {
      next();
      return;
    }
    const notice = session?.notice;
    if (session !== undefined) session.notice = undefined;
    const page = pageFor(access, shared, session, { path, at: clock.now(), notice });
    response
      .status(shared.view.screen === 'missing' ? 404 : 200)
      .type('html')
      .send(renderPage(page));
  };
}

/** Refuses posts from pages of another origin. */
const ownPostsOnly: RequestHandler = (request: Request, response, next) => {
  if (request.method !== 'POST' || isOwnPost(request)) next();
  else response.status(403).type('text').send('Only the pages of this console may post here.');
};

const policy: RequestHandler = (_request, response, next) => {
  response.set({ 'content-security-policy': CONSOLE_POLICY, 'referrer-policy': 'same-origin' });
  next();
};

/** Returns the console on the admin port: pages for people, and their forms. Hands on paths without a screen. */
export function createConsole(options: ConsoleOptions): RequestHandler {
  const access = createAccess(options);
  const router = express.Router({ caseSensitive: true, strict: true });
  const ownRouter = express.Router({ caseSensitive: true, strict: true });
  ownRouter.get('/assets/:name', assets);
  ownRouter.get('/events', createLive(options, access));
  ownRouter.use(ownPostsOnly, express.urlencoded({ extended: false, limit: '16kb', inflate: false }));
  ownRouter.use(signing(options, access));
  ownRouter.post(/^\/act\//, acting(options, access));
  router.use('/console', policy, ownRouter);
  router.get(
    Object.values(consoleScreens).map(({ path }) => path),
    policy,
    showing(options, access),
  );
  router.use(answerAdminThrow(503, 'The page cannot be made'));
  return router;
}
