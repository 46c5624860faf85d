import express, { type RequestHandler } from 'express';
import { z } from 'zod';
import { KEPT_DAYS } from '../../usage/usageRegistry';
import type { UsageReport } from '../../usage/usageReport';
import { answerAdminThrow } from './adminAccess';

/** Query of `/usage`: `since` in days, `client` as a person names it. */
const question = z.object({
  since: z
    .string()
    .regex(/^[1-9]\d{0,3}d$/)
    .default('30d')
    .transform((text) => Math.min(Number(text.slice(0, -1)), KEPT_DAYS)),
  client: z.string().min(1).max(200).optional(),
});

/** Shows the usage on the admin port, e.g. `/usage?since=30d&client=3fa9`. */
export function createUsageApp({ answer }: UsageReport): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/', async (request, response) => {
    const asked = question.safeParse(
      Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? '')),
    );
    if (!asked.success) {
      response.status(422).json({ message: 'since is a number of days such as 30d; client is a text.' });
      return;
    }
    const answered = await answer({ days: asked.data.since, client: asked.data.client });
    if (answered.ok) response.json(answered.page);
    else response.status(404).json({ message: answered.sentence });
  });
  router.use(answerAdminThrow(503, 'The usage cannot be read'));
  return router;
}
