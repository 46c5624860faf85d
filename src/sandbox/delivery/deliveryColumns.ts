import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/deliveryTimeInput';
import type { DeliveryColumns } from './deliveryTime';

/** The columns that keep a delivery time as requests carry it; null and unit `seconds` are instant delivery. */
export function deliveryColumns(
  time: z.output<ReturnType<typeof deliveryTimeInput>> | null,
): DeliveryColumns {
  if (time === null || time.unit === 'seconds') return { delivery_duration: null, delivery_unit: null };
  return { delivery_duration: Number(time.duration), delivery_unit: time.unit };
}
