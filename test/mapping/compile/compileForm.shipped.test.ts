import { join } from 'node:path';
import { rehearse } from '../../../src/proof/fixturesPlay.js';
import { loadFixtures } from '../../../src/mapping/yaml/fixtureFile.js';
import { shipped, shippedFolder } from '../../support/shipped.ts';

it('every shipped form has fixtures and passes them', async () => {
  const fixtures = loadFixtures(join(shippedFolder, 'forms'));
  if (!fixtures.ok) throw new Error(JSON.stringify(fixtures.failure));
  const { forms } = shipped();
  expect(await rehearse(fixtures.value, forms)).toEqual([]);
  const played = new Set(fixtures.value.map(({ operation }) => operation));
  expect(forms.map(({ name }) => name)).toEqual([...played]);
});
