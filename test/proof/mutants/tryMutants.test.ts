import { mappingFile } from '../../../src/mapping/yaml/mappingFile';
import { mutantsOf, tryMutants } from '../../../src/proof/mutants/tryMutants';
import { applyEdits } from '../../../src/proof/mutants/mutant';
import { shipped } from '../../support/shipped';

const { documents } = shipped();
const mutants = documents.map((document) => mutantsOf(mappingFile.parse(document.value)));
const [account = [], offer = []] = mutants.map((madeMutants) =>
  madeMutants.map(({ path, what }) => `${path.join('.')}: ${what}`),
);

describe('the mutants of a mapping', () => {
  it.each([
    ['a rule is missing', 'attributes.title: attributes.title missing'],
    ['a source is another one that the codec can read', 'attributes.title.from: from slug instead of title'],
    [
      'a constant is read from somewhere',
      'attributes.is_rare.from: from is_manual_delivery instead of nothing',
    ],
    [
      'a source inside a free-form object is another',
      'attributes.ign.from: from parameters.server instead of parameters.ign',
    ],
    ['two sources are exchanged', 'attributes.created_at.from: created_at and updated_at exchanged'],
    ['a codec is missing', 'attributes.status.codec: codec none instead of capitalized'],
    ['a codec is another that fits', 'attributes.title.codec: codec capitalized instead of none'],
    ['an amount has fewer decimals', 'attributes.price.codec: codec money(1) instead of money(2)'],
    [
      'a word is missing',
      'attributes.level_up_method.codec: codec {"words":{"by_bot":"Botted"}} instead of {"words":{"by_hand":"Handmade","by_bot":"Botted"}}',
    ],
    ['a default is another', 'attributes.trend_score.default: default 1 instead of 0'],
    [
      'a null is met otherwise',
      'attributes.email_login: a missing value met with a default instead of onNull: pass',
    ],
    ['new values are refused', 'attributes.status: drift fail'],
    ['the envelope is another', 'envelope.type: type accountss instead of accounts'],
    ['the id is another integer', 'envelope.id: id from views instead of id'],
    ['dates are written otherwise', 'dates: dates iso instead of unix'],
    ['an index reads another key', 'indexes.login.key: key title'],
    ['an index prefers by another field', 'indexes.login.prefer.status: prefers by title'],
    ['a list is asked otherwise', 'indexes.login.query.sort: sort "-ids" instead of "-id"'],
    [
      'a path is another',
      'operations.getAccount.v2: route GET /v2/account-offerss/{account} instead of GET /v2/account-offers/{account}',
    ],
    ['a success is another', 'operations.getAccount.success: success 201 instead of 200'],
    ['a page is larger', 'operations.listAccounts.list.v1.most: most 1001 instead of 1000'],
    [
      'an attribute is shown on another demand',
      'operations.getAccount.shownWith.data: email_login shown with with_data instead of data',
    ],
    ['a statement is missing', 'operations.createAccount.body.requiredWhen: body.requiredWhen missing'],
    [
      'two words of a path are exchanged',
      'operations.changeAccountStatus.path.action: action fed by {"body":"status","words":{"listed":"draft","draft":"list"}}',
    ],
    ['nobody needs a key', 'operations.getAccount.open: asks for no key'],
    [
      'an answer of its own has another default',
      'operations.deleteAccount.answer.attributes.message.default: default "" instead of "The offer has been deleted."',
    ],
    [
      'a stand-in of a request is another',
      'operations.createAccount.body.fields.game_items.default: default {"other":true} instead of {}',
    ],
    [
      'names are read from another member',
      'operations.getAccountTemplate.notFound.key: key "slugs" instead of "slug"',
    ],
    ['a path parameter is of another type', 'operations.getAccount.parameters.id: parameter id is text'],
  ])('include a mutant where %s', (_, mutant) => {
    expect(account).toContain(mutant);
  });

  it.each([
    [
      'a request member goes to another field',
      'operations.updateCurrencyOffer.body.fields.game.to: to external_id instead of game',
    ],
    [
      'two request members are exchanged',
      'operations.updateCurrencyOffer.body.fields.stock.to: stock and min_quantity exchanged',
    ],
    [
      'a request member loses its codec',
      'operations.updateCurrencyOffer.body.fields.currency_data.codec: codec none instead of phpObject',
    ],
    [
      'a picked member is another',
      'attributes.delivery_time.pick.duration.from: from seconds instead of duration',
    ],
  ])('include a mutant where %s', (_, mutant) => {
    expect(offer).toContain(mutant);
  });

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
