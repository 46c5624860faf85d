import type { Credential } from './credential';

/** A credential as v2 answers it (observed). */
export const showCredential = (credential: Credential) => ({
  id: credential.id,
  credentials: credential.credentials,
  account_offer_id: credential.account_offer_id,
  account_order_id: credential.account_order_id,
  is_sold: credential.account_order_id !== null,
  created_at: credential.created_at,
  updated_at: credential.updated_at,
});
