/** Reads an id from a path; undefined for text that no id is written as. */
export const pathId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
