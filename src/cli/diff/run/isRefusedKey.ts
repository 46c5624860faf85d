/** True for the answers to a key that is not taken, or that may not do this. */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;
