import type { Running } from '../machine/startProcess';

/** The origin of a gateway's admin port, as it has announced it. */
export const adminOf = ({ announced }: Running): string => /admin (\S+)/.exec(announced)?.[1] ?? '';
