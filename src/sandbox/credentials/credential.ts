import type { Selectable } from 'kysely';
import type { CredentialTable } from '../storage/credentialTable';

/** A credential as it is stored. */
export type Credential = Selectable<CredentialTable>;
