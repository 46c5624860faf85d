import express, { type RequestHandler } from 'express';
import { renderStage } from '../../cutover/stages/stage';
import { z } from 'zod';

/** Views of the version before by their path, each with the view that answers there now. */
const views: Readonly<Record<string, string>> = {
  '/cutover': 'stages',
  '/cutover/log': 'stages/log',
  '/cutover/saved': 'stages/saved',
  '/cutover/verification': 'stages/verification',
  '/cutover/writes': 'writes',
  '/cutover/callers': 'clients',
  '/cutover/callers/:resource': 'stages/callers',
  '/cutover/decisions/:resource/:caller': 'stages/decision',
  '/cutover/gate/:resource/:to': 'stages/gate',
  '/cutover/retirement/brownouts': 'brownouts',
  '/cutover/retirement/brownouts/:caller': 'brownouts/client',
  '/comparison': 'differences',
  '/comparison/accounts': 'differences/accounts',
  '/comparison/pairs/:id': 'differences/pair',
  '/comparison/recording/:after': 'differences/recording',
  '/usage': 'usage',
  '/tail/:after': 'tail',
  '/index': 'index',
  '/drift': 'drift',
  '/unlisted': 'unlisted',
};

const fields = z.record(z.string(), z.unknown());

const stage = z.union([
  z.object({ kind: z.literal('canary'), percent: z.number() }),
  z.object({ kind: z.enum(['v1', 'shadow', 'v2', 'gone']) }),
]);

/** Renders a field of a former body as the entries take it. */
function fieldOf([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  if (name === 'until' && typeof value === 'number') return [name, new Date(value).toISOString()];
  const to = name === 'to' ? stage.safeParse(value) : undefined;
  return [name, to?.success === true ? renderStage(to.data) : value];
}

/** Actions of the version before by their path, each with the action that its body asks for. */
const actions: Readonly<Record<string, (kind: unknown) => string>> = {
  '/cutover/changes': (kind) => `stages/${String(kind)}`,
  '/cutover/closings': () => 'writes/close',
  '/cutover/labels': () => 'clients/label',
  '/cutover/retirement/stops': () => 'brownouts/stop',
  '/cutover/retirement/clients': (kind) => (kind === 'extend' ? 'clients/extend' : 'clients/gone'),
  '/index/warm': () => 'index/warm',
};

/** Renders a former body as the entries take it; who it says acts is no more than a note. */
function bodyOf(body: unknown): { readonly kind: unknown; readonly input: object } {
  const { change, actor, note, gone, ...rest } = fields.catch({}).parse(body);
  const { kind, gone: isGone = gone, ...changed } = fields.catch({}).parse(change);
  const { force, ...written } = { ...rest, ...changed };
  // The version before took it with every change, and heeded it where the gate is asked.
  const forced = force !== undefined && ['move', 'release'].includes(String(kind)) ? { force } : {};
  const input = Object.fromEntries(Object.entries({ ...written, ...forced }).map(fieldOf));
  return {
    kind,
    input: {
      ...input,
      ...(actor !== undefined && { by: actor }),
      ...(note !== undefined && { reason: note }),
      ...(isGone === false && { undo: true }),
    },
  };
}

/** Leads the paths of the version before to the admin API; they go with the next version. */
export function formerPaths(): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, name] of Object.entries(views)) {
    router.get(path, (request, _response, next) => {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      for (const [field, value] of Object.entries(request.params)) query.set(field, String(value));
      // A dash stood for a request without a key.
      if (query.get('caller') === '-') query.delete('caller');
      request.url = `/api/${name}?${query.toString()}`;
      next();
    });
  }
  for (const [path, nameOf] of Object.entries(actions)) {
    router.post(path, express.json({ inflate: false, limit: '64kb' }), (request, _response, next) => {
      const { kind, input } = bodyOf(request.body);
      request.url = `/api/${nameOf(kind)}`;
      request.body = input;
      next();
    });
  }
  return router;
}
