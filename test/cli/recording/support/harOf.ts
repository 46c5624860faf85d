import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';
import { ask } from '../../../support/talk.ts';

/** Makes a HAR file of v1's own answers, with a secret in every place that has one. */
export async function harOf(
  { origin, keys }: Pick<Sandbox, 'origin' | 'keys'>,
  ...paths: readonly string[]
): Promise<string> {
  const entries = await Promise.all(
    paths.map(async (path) => {
      const answer = await ask(origin, {
        path,
        headers: { Authorization: `Bearer ${keys.v1}` },
      });
      return {
        startedDateTime: '2025-10-01T00:00:00.000Z',
        request: { method: 'GET', url: `https://shop.example${path}`, headers: [] },
        response: {
          status: answer.status,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { text: Buffer.from(answer.body, 'latin1').toString() },
        },
      };
    }),
  );
  return JSON.stringify({ log: { version: '1.2', entries } });
}
