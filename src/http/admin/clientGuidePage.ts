import type { RequestHandler } from 'express';
import { z } from 'zod';
import { guideHtml } from '../../documents/guide/guideHtml';
import { guideMarkdown } from '../../documents/guide/guideMarkdown';
import type { Guide } from '../../documents/guide/migrationGuide';
import { clientGuide } from '../../usage/clientGuide';
import { inputFaults } from '../../operator/entry';
import { period } from '../../operator/clientEntries';
import type { UsageReport } from '../../usage/usageReport';
import { sendRefusal } from './door';
import { askedQueryOf } from './operatorApi';
import { GUIDE_POLICY, renderServedGuide } from './servedGuide';

/** Query of a guide: `since` in days, `client` as a person names it. */
const question = z.object({
  since: period,
  client: z.string().min(1).max(200),
  format: z.enum(['page', 'markdown', 'html', 'json']).default('page'),
});

/** Renderings of a client's guide, with their media types. */
const formats = {
  page: { type: 'text/html; charset=utf-8', print: renderServedGuide },
  markdown: { type: 'text/markdown; charset=utf-8', print: guideMarkdown },
  html: { type: 'text/html; charset=utf-8', print: guideHtml },
  json: { type: 'application/json; charset=utf-8', print: (guide: Guide) => JSON.stringify(guide) },
} as const;

interface ClientGuideParts extends Pick<UsageReport, 'answer'> {
  /** The migration guide of the mappings in force. */
  readonly guide: () => Promise<Guide>;
}

/** Answers the guide for a client, `?client=3fa9&format=markdown`. `html` is a file that runs nothing, `page` has search. */
export function createClientGuide({ answer, guide }: ClientGuideParts): RequestHandler {
  return async (request, response) => {
    const parsedQuery = question.safeParse(askedQueryOf(request));
    if (!parsedQuery.success) {
      const detail = `${inputFaults(parsedQuery.error)}; format is markdown, html or json`;
      sendRefusal(response, { problem: 'invalidInput', detail });
      return;
    }
    const { since, client, format } = parsedQuery.data;
    const guideAnswer = await answer({ days: since, client });
    if (!guideAnswer.ok) {
      sendRefusal(response, { problem: 'unknownCaller', detail: guideAnswer.sentence });
      return;
    }
    const { type, print } = formats[format];
    if (format === 'page') response.set('content-security-policy', GUIDE_POLICY);
    response.type(type).send(print(clientGuide(await guide(), guideAnswer.page)));
  };
}
