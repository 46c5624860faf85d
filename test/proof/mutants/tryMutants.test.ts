import { mappingFile } from '../../../src/mapping/yaml/mappingFile.js';
import { meaningOf } from '../../../src/mapping/yaml/meaning.js';
import { mutantsOf, tryMutants } from '../../../src/proof/mutants/tryMutants.js';
import { applyEdits } from '../../../src/proof/mutants/mutant.js';
import { shipped } from '../../support/shipped.ts';

const { documents } = shipped();
const mutants = documents.map((document) => mutantsOf(mappingFile.parse(document.value)));
const named = mutants.flat().map(({ path, what }) => `${path.join('.')}: ${what}`);

describe('the mutants of a mapping', () => {
  it.each([
    'attributes.title: attributes.title missing',
    'attributes.title.from: from slug instead of title',
    'attributes.is_rare.from: from is_manual_delivery instead of nothing',
    'attributes.ign.from: from parameters.server instead of parameters.ign',
    'attributes.created_at.from: created_at and updated_at exchanged',
    'attributes.status.codec: codec none instead of capitalized',
    'attributes.title.codec: codec capitalized instead of none',
    'attributes.price.codec: codec money(1) instead of money(2)',
    'attributes.level_up_method.codec: codec {"words":{"by_bot":"Botted"}} instead of {"words":{"by_hand":"Handmade","by_bot":"Botted"}}',
    'attributes.trend_score.default: default 1 instead of 0',
    'attributes.email_login: a missing value met with a default instead of onNull: pass',
    'attributes.status: drift fail',
    'envelope.type: type accountss instead of accounts',
    'envelope.id: id from views instead of id',
    'dates: dates iso instead of unix',
    'indexes.login.key: key title',
    'indexes.login.prefer.status: prefers by title',
    'indexes.login.query.sort: sort "-ids" instead of "-id"',
    'operations.getAccount.v2: route GET /v2/account-offerss/{account} instead of GET /v2/account-offers/{account}',
    'operations.getAccount.success: success 201 instead of 200',
    'operations.listAccounts.list.v1.most: most 1001 instead of 1000',
    'operations.getAccount.shownWith.data: email_login shown with with_data instead of data',
    'operations.createAccount.body.requiredWhen: body.requiredWhen missing',
    'operations.changeAccountStatus.path.action: action fed by {"body":"status","words":{"listed":"draft","draft":"list"}}',
    'operations.getAccount.open: asks for no key',
    'operations.deleteAccount.answer.attributes.message.default: default "" instead of "The offer has been deleted."',
    'operations.createAccount.body.fields.game_items.default: default {"other":true} instead of {}',
    'operations.getAccountTemplate.notFound.key: key "slugs" instead of "slug"',
    'operations.getAccount.parameters.id: parameter id is text',
    'operations.updateCurrencyOffer.body.fields.game.to: to external_id instead of game',
    'operations.updateCurrencyOffer.body.fields.stock.to: stock and min_quantity exchanged',
    'operations.updateCurrencyOffer.body.fields.currency_data.codec: codec none instead of phpObject',
    'attributes.delivery_time.pick.duration.from: from seconds instead of duration',
  ])('include %s', (mutant) => expect(named).toContain(mutant));

  it('are all different, and none is the mapping itself', () => {
    for (const madeMutants of mutants) {
      const edits = madeMutants.map((mutant) => JSON.stringify(mutant.edits));
      expect(new Set(edits).size).toBe(edits.length);
    }
  });

  it('know their line, and survive when no fixture covers it', async () => {
    const items = documents.filter(({ file }) => file.endsWith('item-offer.yaml'));
    const tried = await tryMutants(items, () => Promise.resolve(undefined));
    const [capital] = tried.filter(
      ({ what, text }) => what.startsWith('codec capitalized') && text === '  title: title',
    );
    expect(capital).toEqual({
      what: 'codec capitalized instead of none',
      file: expect.stringMatching(/item-offer\.yaml$/) as string,
      line: 10,
      text: '  title: title',
      outcome: 'survived',
    });
  });

  it('count as equivalent when they have the same meaning', async () => {
    const redundant = { currencyOrderId: { from: 'currencyOrderId' } };
    const edits = [{ path: ['operations', 'completeCurrencyOrder', 'path'], value: redundant }];
    const wordy = documents
      .filter(({ file }) => file.endsWith('currency-order.yaml'))
      .map((document) => ({ ...document, value: applyEdits(document.value, edits) }));
    const tried = await tryMutants(wordy, () => Promise.resolve(undefined));
    const same = tried.filter(({ outcome }) => outcome === 'equivalent');
    expect(same.map(({ what }) => what)).toEqual([
      'completeCurrencyOrder.path missing',
      'path.currencyOrderId missing',
    ]);
  });
});

const file = mappingFile.parse(documents[1]?.value);
const meaningWith = (path: string, value: unknown) => {
  const edits = [{ path: path.split('.'), value }];
  return meaningOf(mappingFile.parse(applyEdits(file, edits)));
};

describe('the meaning of a mapping', () => {
  it.each<[string, string, unknown]>([
    ['a codec is named that would be taken anyway', 'attributes.title.codec', 'same'],
    ['a codec is written with its argument as data', 'attributes.price.codec', { money: '6' }],
    ['a short form is written out', 'attributes.title', { from: 'title' }],
    ['a drop has another reason', 'drops.views', 'no reason'],
    ['an evidence is another', 'operations.getCurrencyOffer.evidence.path', 'spec'],
  ])('is the same when %s', (_, path, value) => {
    expect(meaningWith(path, value)).toEqual(meaningOf(file));
  });

  it.each<[string, string, unknown]>([
    ['a source is another', 'attributes.title.from', 'description'],
    ['a codec is another', 'attributes.price.codec', 'money(5)'],
    ['a null is met otherwise', 'attributes.listed_at.onNull', undefined],
    ['new values are refused', 'attributes.status.drift', 'fail'],
    ['a picked member is another', 'attributes.delivery_time.pick.format', 'unit'],
    ['a request goes elsewhere', 'operations.updateCurrencyOffer.v2', 'PATCH /v2/offers/{id}'],
    ['a request member goes elsewhere', 'operations.updateCurrencyOffer.body.fields.game', 'title'],
    ['dates are written otherwise', 'dates', 'unix'],
  ])('is another when %s', (_, path, value) => {
    expect(meaningWith(path, value)).not.toEqual(meaningOf(file));
  });
});

it('edits add, replace and remove members, and do not change their input', () => {
  const entry = { a: { b: 1 }, c: 2 };
  const edits = [
    { path: ['a', 'b'], value: 3 },
    { path: ['d', 'e'], value: 4 },
    { path: ['c'] },
    { path: ['x', 'y'] },
  ];
  expect(applyEdits(entry, edits)).toEqual({ a: { b: 3 }, d: { e: 4 }, x: {} });
  expect(entry).toEqual({ a: { b: 1 }, c: 2 });
});
