import { startGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';

describe('a list asked for the highest page number that a client can write', () => {
  it('answers an empty page or a 4xx, never a 5xx', async () => {
    const sandbox = await openSandbox();
    const gateway = await startGateway({ v2: sandbox.origin });
    const headers = { Authorization: `Bearer ${sandbox.keys.v2}` };
    const there = ['1000000', '2147483648', '99999999999', '1000000000000'];
    const pages = [...there, '1000000000001', '999999999999999', '9'.repeat(400)];
    for (const page of pages) {
      for (const size of ['1', '50', '1000', '99999999999']) {
        const path = `/v1/accounts?page=${page}&per_page=${size}`;
        const { status, body } = await ask(gateway.origin, { path, headers });
        const isThere = there.includes(page) && size !== '99999999999';
        expect([path, status]).toEqual([path, isThere ? 200 : 422]);
        expect(JSON.parse(body)).toHaveProperty(isThere ? 'meta.total' : 'errors');
      }
    }
  });
});
