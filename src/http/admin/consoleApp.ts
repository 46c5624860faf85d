import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { PROOF } from '../../console/actionForm';
import type { Page } from '../../console/consoleData';
import { CONSOLE_POLICY, renderPage } from '../../console/render/renderPage';
import { icon, stylesheet } from '../../console/render/stylesheet';
import type { OperatorParts } from '../../operator/operatorParts';
import { runForm, consoleScreens, createScreens } from '../../operator/operatorTable';
import { createThrowHandler, isOwnPost } from './door';
import {
  type Access,
  type AccessOptions,
  createAccess,
  hasProof,
  makePage,
  type Visit,
} from './consoleAccess';
import { createLive, type PageMaker } from './consoleLive';

export interface ConsoleOptions extends AccessOptions {
  readonly parts: OperatorParts;
  readonly version: string;
}

/** Returns a path of this console to go back to. Any other value could lead elsewhere. */
const ownPath = (value: unknown): string =>
  typeof value === 'string' && /^\/(?![/\\])[\w/.~!$&'()*+,;=:@%?-]*$/.test(value) ? value : '/';

const fieldsOf = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Shows a page to a visitor. */
const showPage = (response: Response, status: number, visit: Visit, page: Partial<Page>): void =>
  void response
    .status(status)
    .type('html')
    .send(renderPage(makePage(visit, page)));

const newRouter = () => express.Router({ caseSensitive: true, strict: true });

/** Signs in and out, and shows the form for it. */
function signInRouter({ door, clock }: ConsoleOptions, access: Access): express.Router {
  const router = newRouter();
  router.get('/sign-in', (request, response) => {
    const page = { path: ownPath(request.query['return']), at: clock.now() };
    showPage(response, 200, access.find(request, 'look'), page);
  });
  router.post('/sign-in', (request, response) => {
    const { token = '', return: path } = fieldsOf(request.body);
    const visitor = door.enter(request, token);
    if (visitor.ok) {
      access.openSession(request, response, visitor.value);
      response.redirect(303, ownPath(path));
      return;
    }
    const { problem, detail } = visitor.failure;
    const notice = { ok: false, lines: [detail] };
    const page = { path: ownPath(path), at: clock.now(), notice };
    showPage(response, problem === 'tooManyFailures' ? 429 : 401, access.find(request, 'look'), page);
  });
  router.post('/sign-out', (request, response) => {
    access.endSession(request);
    response.redirect(303, '/');
  });
  return router;
}

/** Creates the handler that carries out the forms of a visitor who may make changes, and returns to the form's page. */
function createFormHandler({ parts: operatorParts }: ConsoleOptions, access: Access): RequestHandler {
  return async (request, response) => {
    const { [PROOF]: proof, return: path, ...fields } = fieldsOf(request.body);
    const visit = access.find(request, 'use');
    const { session, visitor, mayChange } = visit;
    if (session === undefined || visitor === undefined || mayChange !== 'yes' || !hasProof(visit, proof)) {
      const message = 'This form has expired: go back, reload the page and repeat the action.';
      response.status(403).type('text').send(message);
      return;
    }
    const notice = await runForm(operatorParts, request.path.slice('/act/'.length), fields, visitor);
    session.notice = { ...notice, typed: fields['text'] };
    response.redirect(303, ownPath(path));
  };
}

/** Creates the handler that shows the screens. */
const createScreenHandler =
  (pageOf: PageMaker, { clock }: ConsoleOptions, access: Access): RequestHandler =>
  async (request, response, next) => {
    const page = { path: ownPath(request.url), at: clock.now() };
    const visit = access.enterPage(request, response);
    const shared = visit.mayLook ? await pageOf(page.path) : undefined;
    if (!visit.mayLook) showPage(response, 401, visit, page);
    else if (shared === undefined) next();
    else {
      const notice = visit.session?.notice;
      if (visit.session !== undefined) visit.session.notice = undefined;
      const status = shared.view.screen === 'missing' ? 404 : 200;
      showPage(response, status, visit, { ...shared, ...page, notice });
    }
  };

/** Refuses posts from pages of another origin. */
const refuseForeignPosts: RequestHandler = (request: Request, response, next) => {
  if (request.method !== 'POST' || isOwnPost(request)) next();
  else response.status(403).type('text').send('Only the pages of this console may post here.');
};

const setPolicy: RequestHandler = (_request, response, next) => {
  response.set({ 'content-security-policy': CONSOLE_POLICY, 'referrer-policy': 'same-origin' });
  next();
};

/** Folder of the console's program for the browser, which `npm run build` makes from its components. */
const PROGRAM_FOLDER = join(__dirname, '..', '..', '..', 'dist');

/** Answers the console's script and style without signing in: they hold no data. */
function assetRouter(): express.Router {
  const router = newRouter();
  router.use((_request, response, next) => {
    response.set('cache-control', 'no-cache');
    next();
  });
  router.get('/style', (_request, response) => void response.type('css').send(stylesheet));
  router.get('/icon', (_request, response) => void response.type('svg').send(icon));
  // A root, because npx installs below a folder with a dot; no date, because npm gives all files of all versions one.
  const options = { root: PROGRAM_FOLDER, cacheControl: false, lastModified: false };
  router.get('/browser', (_request, response, next) =>
    response.sendFile('browser.js', options, (cause) => {
      // Only this installation can lack it: the status of the error would blame the request.
      if (cause !== undefined && !response.headersSent)
        next(new Error('browser.js cannot be read', { cause }));
    }),
  );
  return router;
}

/** Returns the console on the admin port: pages for people, and their forms. Hands on paths without a screen. */
export function createConsole(options: ConsoleOptions): RequestHandler {
  const { parts: operatorParts, version, clock } = options;
  const access = createAccess(options);
  const viewAt = createScreens(operatorParts);
  const pageOf: PageMaker = async (path) => {
    const shared = await viewAt(path);
    return shared && { ...shared, version };
  };
  const router = newRouter();
  const ownRouter = newRouter();
  ownRouter.use('/assets', assetRouter());
  ownRouter.get('/events', createLive({ pageOf, clock, access }));
  ownRouter.use(refuseForeignPosts, express.urlencoded({ extended: false, limit: '16kb', inflate: false }));
  ownRouter.use(signInRouter(options, access));
  ownRouter.post(/^\/act\//, createFormHandler(options, access));
  router.use('/console', setPolicy, ownRouter);
  const paths = Object.values(consoleScreens).map(({ path }) => path);
  router.get(paths, setPolicy, createScreenHandler(pageOf, options, access));
  router.use(createThrowHandler('storeFailed'));
  return router;
}
