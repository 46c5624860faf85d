import { writeFileSync } from 'node:fs';
import { explain } from '../../../src/cli/explain/explainRequest.js';
import { currencyOffer } from '../../bench/stub/documents.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const temporary = temporaryFolder();

/** Explains a list of offers by an answer of v2 from a file; nothing is sent. */
async function explainList(data: readonly object[], item: number) {
  const terminal = recordingTerminal();
  const v2 = temporary.path('answer.json');
  writeFileSync(v2, JSON.stringify({ data }));
  const options = { sandbox: false, liveShapes: false, header: [], send: false, json: false, v2, item };
  const code = await explain(
    { ...options, request: ['GET', '/v1/currency-offers'] },
    { environment: {}, terminal },
  );
  return { code, out: terminal.out.join('\n') };
}

describe('lifeboat explain with a list from a file', () => {
  it('translates the list item by item, and shows the requested item', async () => {
    const { code, out } = await explainList([currencyOffer(7), currencyOffer(8)], 2);
    expect(code).toBe(0);
    expect(out).toMatch(/^answer {2}200, item 2 of 2 is shown$/m);
    expect(out).toMatch(/^id +"8"/m);
  });

  it('refuses the list if one of the items does not fit', async () => {
    const { code, out } = await explainList([currencyOffer(7), { id: 8 }], 1);
    expect([code, out]).toEqual([1, expect.stringContaining('502, upstreamUnfit, data.')]);
  });
});
