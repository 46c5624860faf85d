/** Header lines that a request may have. */
export const MOST_HEADERS = 100;
