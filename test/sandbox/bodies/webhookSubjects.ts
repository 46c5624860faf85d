import { webhookCreate, webhookPatch } from '../../../src/contract/v2/webhooksV2';
import { idOf } from '../support/callSandbox';
import { bodyField } from './bodyField';
import type { BodySubject } from './bodySubject';
import { validObject } from './validValue';

const WHOLE = { url: 'https://shop.example.com/hook', events: ['order.report.issued'], secret: 'secret' };

/** Webhook configuration. */
export const webhookSubjects: readonly BodySubject[] = [
  {
    operation: 'POST /v2/webhooks',
    schema: webhookCreate,
    bodies: () => validObject(bodyField(webhookCreate)),
    whole: () => WHOLE,
    stored: (body, { answer }) => [{ call: `GET /v2/webhooks/${idOf(answer)}`, members: body }],
  },
  {
    operation: 'PATCH /v2/webhooks/{webhook}',
    path: ({ webhook }) => ({ webhook }),
    schema: webhookPatch,
    bodies: () => validObject(bodyField(webhookPatch)),
    whole: () => WHOLE,
    before: ({ webhook }) => `GET /v2/webhooks/${webhook}`,
    stored: (body, { before, shop }) => [
      { call: `GET /v2/webhooks/${shop.webhook}`, members: { ...before, ...body } },
    ],
  },
];
