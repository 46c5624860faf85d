import express, { type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { Cutover } from '../../cutover/cutover';
import { brownoutStopSchema, clientChangeSchema } from '../../cutover/stages/stageEvent';

type Retiring = Pick<Cutover, 'brownouts' | 'brownoutsFor' | 'stopBrownouts' | 'changeClient'>;

const refuse = (response: Response, status: number, message: string): void => {
  response.status(status).json({ message });
};

/** Reads a body by its schema, or answers what is wrong with it. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  response: Response,
): z.output<Schema> | undefined {
  const asked = schema.safeParse(body);
  if (asked.success) return asked.data;
  const [issue] = asked.error.issues;
  refuse(response, 422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  return undefined;
}

const statuses = { unknownCaller: 404, past: 422, overtaken: 503, storeFailed: 503 } as const;

/** Shows and changes the retirement of v1 on the admin port; who may, its router decides. */
export function createRetirementApp(cutover: Retiring): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/brownouts', (_request, response) => void response.json(cutover.brownouts()));
  router.get('/brownouts/:caller', (request, response) => {
    const found = cutover.brownoutsFor(request.params.caller);
    if (found.ok) response.json({ caller: found.caller, brownouts: found.brownouts });
    else refuse(response, 404, found.sentence);
  });
  router.post('/stops', async (request, response) => {
    const asked = read(brownoutStopSchema, request.body, response);
    if (asked === undefined) return;
    const stopped = await cutover.stopBrownouts(asked.which, asked.actor, asked.reason);
    if (stopped.length > 0) response.json({ stopped });
    else refuse(response, 409, asked.which === 'all' ? 'no brownout is left' : 'no brownout is under way');
  });
  router.post('/clients', async (request, response) => {
    const asked = read(clientChangeSchema, request.body, response);
    if (asked === undefined) return;
    const outcome = await cutover.changeClient(asked);
    if (outcome.ok) response.json({ caller: outcome.caller, kept: outcome.kept });
    else refuse(response, statuses[outcome.why], outcome.sentence);
  });
  return router;
}
