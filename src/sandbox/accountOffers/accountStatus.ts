/** A state of an account offer (observed). */
export type AccountStatus = 'draft' | 'pending' | 'listed' | 'processing' | 'sold' | 'refunded' | 'archived';
