import request from 'supertest';
import type { Json } from '../../../../src/contract/json.js';
import type { BodyPair } from '../../../../src/proof/learn/answerExamples.js';
import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';

async function read(sandbox: Sandbox, version: 'v1' | 'v2', path: string): Promise<Json> {
  const headers = { authorization: `Bearer ${sandbox.keys[version]}` };
  const answer = await request(sandbox.origin).get(`/${version}/${path}`).set(headers);
  return answer.body as Json;
}

/** Pairs the list pages of both APIs of the marketplace, in the order of ids. */
export async function sandboxPairs(
  sandbox: Sandbox,
  v1: string,
  v2: string,
  pages: number,
): Promise<readonly BodyPair[]> {
  const pairs: BodyPair[] = [];
  for (let page = 1; page <= pages; page += 1) {
    pairs.push({
      v1: await read(sandbox, 'v1', `${v1}${v1.includes('?') ? '&' : '?'}per_page=50&page=${page}`),
      v2: await read(sandbox, 'v2', `${v2}?per_page=50&page=${page}&sort=id`),
    });
  }
  return pairs;
}
