/** The states of an account offer (observed). */
export const ACCOUNT_STATUSES = [
  'draft',
  'pending',
  'listed',
  'processing',
  'sold',
  'refunded',
  'archived',
] as const;

/** A state of an account offer. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
