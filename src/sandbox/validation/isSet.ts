import type { Json } from '../../contract/json';

/** Whether a flag of a body is set: true, 1 or "1". */
export const isSet = (flag: Json | undefined): boolean => flag === true || flag === 1 || flag === '1';
