import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { KEPT_DAYS } from '../../cutover/counters';
import { guideHtml } from '../../documents/guide/guideHtml';
import { guideMarkdown } from '../../documents/guide/guideMarkdown';
import type { Guide } from '../../documents/guide/migrationGuide';
import { clientGuide } from '../../usage/clientGuide';
import type { UsagePage } from '../../usage/usagePages';
import type { AnsweredUsage, UsageReport } from '../../usage/usageReport';
import { answerAdminThrow } from './adminAccess';
import { GUIDE_POLICY, servedGuide } from './servedGuide';

/** Query of `/usage`: `since` in days, `client` as a person names it. */
const question = z.object({
  since: z
    .string()
    .regex(/^[1-9]\d{0,3}d$/)
    .default('30d')
    .transform((text) => Math.min(Number(text.slice(0, -1)), KEPT_DAYS)),
  client: z.string().min(1).max(200).optional(),
});

/** Renderings of a client's guide, with their media types. */
const formats = {
  page: { type: 'text/html; charset=utf-8', print: servedGuide },
  markdown: { type: 'text/markdown; charset=utf-8', print: guideMarkdown },
  html: { type: 'text/html; charset=utf-8', print: guideHtml },
  json: { type: 'application/json; charset=utf-8', print: (guide: Guide) => JSON.stringify(guide) },
} as const;

const format = z.enum(['page', 'markdown', 'html', 'json']).default('page');

const queryOf = ({ url }: Request) => Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''));

/** Parts of createUsageApp. */
interface UsageAppParts extends Pick<UsageReport, 'answer'> {
  /** The migration guide of the mappings in force. */
  readonly guide: () => Promise<Guide>;
}

/**
 * Shows the usage on the admin port, e.g. `/usage?since=30d&client=3fa9`, and the guide for one client:
 * `/usage/guide?client=3fa9&format=markdown`; `html` is a file that runs nothing, `page` can be searched.
 */
export function createUsageApp({ answer, guide }: UsageAppParts): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  const asked = async (request: Request, response: Response): Promise<UsagePage | undefined> => {
    const read = question.safeParse(queryOf(request));
    const answered: AnsweredUsage | undefined = read.success
      ? await answer({ days: read.data.since, client: read.data.client })
      : undefined;
    if (answered?.ok === true) return answered.page;
    const message = answered?.sentence ?? 'since is a number of days such as 30d; client is a text.';
    response.status(answered === undefined ? 422 : 404).json({ message });
    return undefined;
  };
  router.get('/', async (request, response) => {
    const page = await asked(request, response);
    if (page !== undefined) response.json(page);
  });
  router.get('/guide', async (request, response) => {
    const { client, format: wanted } = queryOf(request);
    const as = format.safeParse(wanted);
    if (client === undefined || !as.success) {
      response.status(422).json({ message: 'client is needed; format is markdown, html or json.' });
      return;
    }
    const page = await asked(request, response);
    if (page === undefined) return;
    const { type, print } = formats[as.data];
    if (as.data === 'page') response.set('content-security-policy', GUIDE_POLICY);
    response.type(type).send(print(clientGuide(await guide(), page)));
  });
  router.use(answerAdminThrow(503, 'The usage cannot be read'));
  return router;
}
