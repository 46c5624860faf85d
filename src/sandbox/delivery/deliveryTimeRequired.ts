import { isSet } from '../validation/isSet';
import type { Rule } from '../validation/rule';

/** Manual delivery needs a delivery time (spec 4.2); `hasOne` tells that the offer already has it. */
export const deliveryTimeRequired =
  (hasOne: boolean): Rule =>
  (body) => {
    const missing =
      isSet(body.is_manual) && (body.delivery_time === undefined ? !hasOne : body.delivery_time === null);
    return missing ? { delivery_time: ['The delivery time field is required when is manual is true.'] } : {};
  };
