import type { Generated } from 'kysely';

/** A key that a seller created. The key itself is never stored: its signature proves it, this row keeps it alive. */
export interface ApiKeyTable {
  id: Generated<number>;
  seller_id: number;
  name: string;
  version: 'v1' | 'v2';
  /** The claim that ties a signed key to this row. */
  token_id: string;
  read_only: number;
  created_at: number;
  deleted_at: number | null;
}
