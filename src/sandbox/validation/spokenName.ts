/** A field as texts name it: `min_quantity` is spoken `min quantity` (observed: Laravel's way). */
export const spokenName = (field: string): string => field.replaceAll('_', ' ');
