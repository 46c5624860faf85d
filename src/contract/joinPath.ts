/** A path below another one; the root is the empty text. */
export const joinPath = (base: string, path: string): string => (base === '' ? path : `${base}.${path}`);
