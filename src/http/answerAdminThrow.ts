import type { ErrorRequestHandler } from 'express';
import { describeThrow } from '../gateway/describeThrow';

/** The status of what Express and its parsers throw at a request that they cannot read. */
function refusalOf(thrown: unknown): number | undefined {
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}

/** Answers whatever is thrown on the admin port: the asker's own mistake as one, all else with what did not work. */
export const answerAdminThrow =
  (status: 500 | 503, lacking: string): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    const refusal = refusalOf(thrown);
    const message =
      refusal === undefined ? `${lacking} (${describeThrow(thrown)}).` : 'The request cannot be read.';
    response.status(refusal ?? status).json({ message });
  };
