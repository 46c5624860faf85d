import { isJsonObject, type Json } from './json';

/** The member `data`, in which v1 and v2 answer alike; undefined where a body has none. */
export const dataOf = (body: Json | undefined): Json | undefined =>
  isJsonObject(body) ? body['data'] : undefined;
