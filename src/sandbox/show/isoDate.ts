/** An instant as v1 prints it: ISO 8601 in UTC to the second, `2024-01-15T10:30:00Z` (spec 9). */
export const isoDate = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
