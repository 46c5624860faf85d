import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import { credentialsAdd } from '../../../src/contract/v2/credentialsV2';
import { callSandbox } from '../support/callSandbox';
import type { BodySubject } from './bodySubject';
import type { Shop } from './shop';
import { text } from './text';

const PATH = '/v2/account-offers/{account}/credentials';
const list = ({ stocked }: Shop) => `GET /v2/account-offers/${stocked}/credentials?sort=id&per_page=50`;
const texts = (before: JsonObject) => before.texts as readonly string[];

/** Leaves the one credential that the shop began with. */
async function emptied({ sandbox, stocked, credential }: Shop): Promise<void> {
  const { body } = await callSandbox(sandbox, list({ stocked } as Shop));
  const ids = (body.data as readonly JsonObject[]).map(({ id }) => Number(id));
  for (const id of ids.filter((added) => added !== credential))
    await callSandbox(sandbox, `DELETE /v2/account-offers/${stocked}/credentials/${id}`);
}

/** The stock of credentials of an account offer. */
export const credentialSubjects: readonly BodySubject[] = [
  {
    operation: `POST ${PATH}`,
    path: ({ stocked }) => ({ account: stocked }),
    schema: credentialsAdd,
    bodies: () => fc.record({ credentials: fc.array(text(500), { minLength: 1, maxLength: 4 }) }),
    whole: () => ({ credentials: ['Login: a'] }),
    before: list,
    stored: ({ credentials }, { before, shop }) => [
      {
        call: list(shop),
        members: { texts: [...new Set([...texts(before), ...(credentials as readonly string[])])] },
      },
    ],
    reset: emptied,
  },
];
