import { askAdmin } from '../../src/cli/adminClient';
import { answering, startUpstream } from '../support/upstream';

describe('a page of the admin port', () => {
  it.each([
    ['{"message":"There is no sample of this request."}', 'There is no sample of this request.'],
    ['{"message":"Resource not found."}', expect.stringContaining('is it the admin port of a gateway?')],
    ['nothing', expect.stringContaining('answered 404: is it the admin port of a gateway?')],
  ])('that answers 404 with %s says what is wrong', async (body, reason: unknown) => {
    const upstream = await startUpstream(answering(404, body));
    expect(await askAdmin(upstream.origin, '/comparison/pairs/1', undefined)).toEqual({
      ok: false,
      failure: reason,
    });
    await upstream.close();
  });
});
