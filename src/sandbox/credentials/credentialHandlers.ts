import { credentialPatch, credentialsAdd, credentialsBulkDelete } from '../../contract/v2/credentialRequests';
import type { credentialOperations } from '../../contract/v2/operations/credentials';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { addCredentials } from './addCredentials';
import { credentialList } from './credentialList';
import { deleteUnsold } from './deleteUnsold';
import { showCredential } from './showCredential';
import { changeCredential } from './changeCredential';
import { withStockedOffer } from './withStockedOffer';
import { withUnsoldCredential } from './withUnsoldCredential';

/** The stock of credentials of an account offer. */
export const credentialHandlers: HandlersOf<typeof credentialOperations> = {
  listCredentials: withStockedOffer((call, offer) =>
    listPage(call, credentialList(offer.id), (rows) => rows.map(showCredential)),
  ),
  addCredentials: withStockedOffer(async (call, offer) => {
    const body = checkBody(credentialsAdd, call.body);
    if (!body.ok) return invalid(body.errors);
    const texts = body.value.credentials;
    const added = await addCredentials(call, offer.id, texts);
    return created({
      message: 'The credentials have been added.',
      created_count: added.length,
      duplicate_count: texts.length - added.length,
      data: added.map(showCredential),
    });
  }),
  deleteCredentials: withStockedOffer(async (call, offer) => {
    const body = checkBody(credentialsBulkDelete, call.body);
    if (!body.ok) return invalid(body.errors);
    const deleted = await deleteUnsold(call, offer.id, body.value.credentials_ids);
    return ok({ message: 'The credentials have been deleted.', deleted_count: deleted });
  }),
  patchCredential: withUnsoldCredential('Cannot change sold items', async (call, credential) => {
    const body = checkBody(credentialPatch, call.body);
    if (!body.ok) return invalid(body.errors);
    const changed = await changeCredential(call, credential, body.value.credentials);
    return changed === undefined
      ? invalid({ credentials: ['The credentials has already been taken.'] })
      : ok({ data: showCredential(changed) });
  }),
  deleteCredential: withUnsoldCredential('Cannot delete sold items', async (call, credential) => {
    await deleteUnsold(call, credential.account_offer_id, [credential.id]);
    return ok({ message: 'The credential has been deleted.' });
  }),
};
