import type { SeenAnswer } from './seenAnswer';

/** The headers that programs read. Others name the server, the moment or the connection, and differ by right. */
const COMPARED = [
  'content-type',
  'content-language',
  'content-disposition',
  'location',
  'link',
  'www-authenticate',
];

/** The name of a header and what each side says; absent on the side that does not send it. */
export interface HeaderPair {
  readonly name: string;
  readonly v1?: string;
  readonly v2?: string;
}

/** The headers that differ. */
export const compareHeaders = (v1: SeenAnswer['headers'], v2: SeenAnswer['headers']): readonly HeaderPair[] =>
  COMPARED.filter((name) => v1[name] !== v2[name]).map((name) => ({
    name,
    ...(v1[name] === undefined ? {} : { v1: v1[name] }),
    ...(v2[name] === undefined ? {} : { v2: v2[name] }),
  }));
