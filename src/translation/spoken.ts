/** A field as Laravel names it in texts: `min quantity` for `min_quantity`. */
export const spoken = (path: string): string => path.replaceAll('_', ' ');
