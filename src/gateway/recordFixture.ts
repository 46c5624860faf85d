import type { Json } from '../contract/json';
import type { FixtureCase } from '../mapping/fixture';
import type { Operation } from '../mapping/operation';
import type { Script } from '../mapping/script';
import { success } from '../translation/result';
import { playRequest } from './playRequest';
import type { Upstream } from './upstream';

/** Plays a script through the whole gateway and writes down what was sent to v2 and what the client got. */
export async function recordFixture(
  { name, drift, request, answer }: Script,
  operation: string,
  operations: readonly Operation[],
): Promise<FixtureCase> {
  const upstream: FixtureCase['upstream'] = [];
  const record: Upstream = ({ method, path, body }) => {
    const answers = answer(path, method);
    const sent = body === undefined ? {} : { body: JSON.parse(body) as Json };
    upstream.push({ sends: { method, path, ...sent }, answers });
    return Promise.resolve(
      success({ ...answers, headers: {}, body: Buffer.from(JSON.stringify(answers.body)) }),
    );
  };
  const { status, body } = await playRequest(request, operations, record);
  const drifted = drift === true ? { drift } : {};
  return { name, operation, ...drifted, request, upstream, gets: { status, body } };
}
