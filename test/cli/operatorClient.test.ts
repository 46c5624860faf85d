import { openOperator } from '../../src/cli/operatorClient';
import { differenceEntries } from '../../src/operator/differenceEntries';
import { answering, startUpstream } from '../support/upstream';

describe('an entry that the admin port refuses', () => {
  it.each([
    ['{"detail":"There is no sample of this request."}', 'There is no sample of this request.'],
    ['{"message":"Resource not found."}', expect.stringContaining('is it the admin port of a gateway?')],
    ['nothing', expect.stringContaining('answered 404: is it the admin port of a gateway?')],
  ])('with %s is explained', async (body, sentence: unknown) => {
    const upstream = await startUpstream(answering(404, body));
    const client = openOperator({ admin: upstream.origin }, {}, { colour: false });
    if (!client.ok) throw new Error(client.failure.join());
    expect(await client.value.ask(differenceEntries.pair, { id: '1' })).toMatchObject({
      ok: false,
      failure: { sentence },
    });
    await upstream.close();
  });

  it('of another version is named as another version', async () => {
    const upstream = await startUpstream(answering(200, '{"id":1}'));
    const client = openOperator({ admin: upstream.origin }, {}, { colour: false });
    if (!client.ok) throw new Error(client.failure.join());
    const askedResult = await client.value.ask(differenceEntries.pair, { id: '1' });
    await upstream.close();
    expect(askedResult).toEqual({
      ok: false,
      failure: { sentence: `${upstream.origin} is the admin port of another version of Lifeboat` },
    });
  });
});
