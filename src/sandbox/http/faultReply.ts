import { problems } from './problems';
import type { Reply } from './reply';

/** The answer to what Express and its parsers refuse, by the status they give; anything else is a bug of ours. */
export function faultReply(error: unknown): Reply {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return problems.tooLarge;
  if (status === 415) return problems.notJson;
  return typeof status === 'number' && status < 500 ? problems.badPath : problems.serverError;
}
