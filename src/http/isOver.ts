import type { ServerResponse } from 'node:http';

/** True when the client has its answer, or has gone. */
export const isOver = ({ writableEnded, destroyed }: ServerResponse): boolean => writableEnded || destroyed;
