/** Units in which a seller states a delivery time (spec 2.5). */
export const DELIVERY_UNITS = ['minutes', 'hours', 'days'] as const;

/** A unit of a delivery time. */
export type DeliveryUnit = (typeof DELIVERY_UNITS)[number];

/** How long a delivery takes; null stands for instant delivery. */
export type DeliveryTime = { readonly duration: number; readonly unit: DeliveryUnit } | null;

/** The two columns in which a row keeps its delivery time. */
export interface DeliveryColumns {
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
}

/** Reads the delivery time of a row. */
export function deliveryTimeOf(row: DeliveryColumns): DeliveryTime {
  if (row.delivery_duration === null || row.delivery_unit === null) return null;
  return { duration: row.delivery_duration, unit: row.delivery_unit };
}
