import { z } from 'zod';
import { limitedText } from '../../contract/limitedText';
import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import { created, ok } from '../http/reply';
import { addKey } from '../keys/addKey';
import { deleteKey } from '../keys/deleteKey';
import { listKeys } from '../keys/listKeys';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { ControlOperation } from './controlCall';

const wantedKey = z.object({
  seller: z.int().min(1).default(1),
  name: limitedText(255),
  version: z.enum(['v1', 'v2']).default('v2'),
  read_only: z.boolean().default(false),
});

/** Keys, as a seller makes them in the partner dashboard (spec 5). */
export const keyControls: readonly ControlOperation[] = [
  {
    method: 'GET',
    path: '/keys',
    handle: async ({ db, query }) =>
      ok({ data: await listKeys(db, pathId(query.get('seller') ?? '1') ?? 0) }),
  },
  {
    method: 'POST',
    path: '/keys',
    handle: async ({ db, now, world, body }) => {
      const wanted = checkBody(wantedKey, body);
      if (!wanted.ok) return invalid(wanted.errors);
      const { seller: sellerId, name, version, read_only: readOnly } = wanted.value;
      const seller = await db.selectFrom('seller').select('id').where('id', '=', sellerId).executeTakeFirst();
      if (seller === undefined) return invalid({ seller: ['The selected seller is invalid.'] });
      const key = await addKey(db, { sellerId, name, version, readOnly }, now, world.keySecret);
      return key === undefined
        ? invalid({ name: ['A seller has at most 2 active keys. Delete one first.'] })
        : created({ key });
    },
  },
  {
    method: 'DELETE',
    path: '/keys/{key}',
    handle: async ({ db, now, parameters }) =>
      (await deleteKey(db, pathId(parameters.key) ?? 0, now))
        ? ok({ message: 'The key has been deleted.' })
        : problems.notFound,
  },
];
