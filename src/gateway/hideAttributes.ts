import { isJsonObject, type Json } from '../contract/json';

/** An envelope with the attributes null that the client did not ask for. */
export function hideAttributes(envelope: Json | undefined, hidden: readonly string[]): Json | undefined {
  if (hidden.length === 0 || !isJsonObject(envelope) || !isJsonObject(envelope['attributes']))
    return envelope;
  const nothing = Object.fromEntries(hidden.map((name) => [name, null]));
  return { ...envelope, attributes: { ...envelope['attributes'], ...nothing } };
}
