import fc from 'fast-check';
import { orderCredentialsPatch } from '../../../src/contract/v2/ordersV2';
import type { BodySubject } from './bodySubject';
import { text } from './text';

/** Credentials of orders. */
export const orderSubjects: readonly BodySubject[] = [
  {
    operation: 'PATCH /v2/account-orders/{accountOrder}/credentials',
    path: ({ orders }) => ({ accountOrder: orders.account }),
    schema: orderCredentialsPatch,
    bodies: () => fc.record({ credentials: text(500) }),
    whole: () => ({ credentials: 'Login: c' }),
    stored: ({ credentials = null }, { shop }) => [
      {
        call: `GET /v2/account-offers/${shop.soldStock}/credentials?sort=id&filter[is_sold]=1`,
        members: { texts: [credentials] },
      },
    ],
  },
];
