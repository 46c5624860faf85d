/**
 * How closely two values at one path are held together, from the strictest rung to the loosest: the same value; no
 * further apart than v1 is from itself; text of the same kind; the same JSON type; there at all.
 */
export const RUNGS = ['exact', 'spread', 'format', 'type', 'present'] as const;

export type Rung = (typeof RUNGS)[number];
