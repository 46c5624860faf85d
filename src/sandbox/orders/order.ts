import type { Selectable } from 'kysely';
import type { OrderTable } from '../storage/orderTable';

/** An order as it is stored. */
export type Order = Selectable<OrderTable>;
