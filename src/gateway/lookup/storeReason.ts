import { describeThrow } from '../describeThrow';

/** Why a store fails, in its own words: values are bound to its queries and never stand in them. */
export function storeReason(thrown: unknown): string {
  const said =
    typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined;
  return typeof said === 'string' ? said : describeThrow(thrown);
}
