import { openReader } from '../../../../src/cli/diff/run/runReader.js';
import { success } from '../../../../src/contract/result.js';
import { readProfile } from '../../../../src/mapping/profile/profileFile.js';
import { createWire } from '../../../../src/mapping/profile/wire.js';

it('v1 says by its own members whether a page follows, and where it begins', async () => {
  const text = `
name: Contacts
v1: { list: contacts, attributes: '', paging: { next: '' }, nextPage: { more: has-more, number: offset } }
v2: {}
`;
  const profile = readProfile({ file: 'api.yaml', text });
  if (!profile.ok) throw new Error('the profile has faults');
  const body = Buffer.from(JSON.stringify({ contacts: [{ vid: 51 }], 'has-more': true, offset: 52 }));
  const answer = { status: 200, body, headers: {} };
  const { read } = openReader(() => Promise.resolve(success(answer)), 'key', {
    cancel: AbortSignal.timeout(1000),
    mappings: { profile: profile.value, wire: createWire(profile.value) },
  });
  expect(await read('/v1/contacts')).toEqual(
    success({ data: [{ attributes: { vid: 51 } }], meta: { more: true, next: 52 } }),
  );
});
