import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordFixture } from '../../src/proof/fixturesPlay.js';
import { loadMappings } from '../../src/mapping/compile/loadMappings.js';
import { scriptsOf } from '../../src/proof/witnesses/scripts.js';
import { shippedFolder } from '../support/shipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const FILE = 'currency-offer.yaml';

const ADDED = `
  findCurrencyOffer:
    v1: GET /v1/games/{game}/currency-offers/{offer}/summary
    parameters: { game: text, offer: integer }
    v2: GET /v2/games/{game}/currency-offers/{offer}
    success: 200
    evidence: { path: assumed, parameters: assumed, success: assumed }
`;

describe('an operation that only a mapping file declares', () => {
  it('is answered like the others, and has generated fixtures', async () => {
    writeFileSync(folder.path(FILE), readFileSync(join(shippedFolder, FILE), 'utf8') + ADDED);
    const loaded = loadMappings(folder.path('.'));
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
    const { resources, operations } = loaded.value;
    const [resource] = resources;
    const added = resource?.operations.find(({ operation }) => operation.name === 'findCurrencyOffer');
    if (resource === undefined || added === undefined) throw new Error('the operation is there');
    const [script] = scriptsOf(added, resource);
    if (script === undefined) throw new Error('there is a script');
    expect(await recordFixture(script, 'findCurrencyOffer', operations)).toMatchObject({
      request: { path: '/v1/games/Some%20game/currency-offers/4711/summary' },
      upstream: [{ sends: { method: 'GET', path: '/v2/games/Some%20game/currency-offers/4711' } }],
      gets: { status: 200, body: { data: { id: '4711', type: 'currencyOffers' } } },
    });
  });
});
