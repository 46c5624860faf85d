import { mappingFile, type MappingFile } from '../../../src/mapping/yaml/mappingFile';
import { applyEdits, type MappingEdit } from '../../../src/proof/mutants/mutant';
import { meaningOf } from '../../../src/proof/mutants/tryMutants';
import { shipped } from '../../support/shipped';

const file = mappingFile.parse(shipped().documents[1]?.value);

const changed = (...edits: readonly MappingEdit[]): MappingFile => mappingFile.parse(applyEdits(file, edits));

describe('two mapping files mean the same', () => {
  it.each<[string, MappingEdit]>([
    [
      'a codec is named that would be taken anyway',
      { path: ['attributes', 'title', 'codec'], value: 'same' },
    ],
    [
      'a codec is written with its argument as data',
      { path: ['attributes', 'price', 'codec'], value: { money: '6' } },
    ],
    ['a short form is written out', { path: ['attributes', 'title'], value: { from: 'title' } }],
    [
      'a path parameter is said to be fed as it is anyway',
      {
        path: ['operations', 'updateCurrencyOffer', 'path'],
        value: { currencyOfferId: { from: 'currencyOfferId' } },
      },
    ],
    ['a drop has another reason', { path: ['drops', 'views'], value: 'no reason' }],
    [
      'an evidence is another',
      { path: ['operations', 'getCurrencyOffer', 'evidence', 'path'], value: 'spec' },
    ],
  ])('when %s', (_, edit) => {
    expect(meaningOf(changed(edit))).toEqual(meaningOf(file));
  });
});

describe('two mapping files do not mean the same', () => {
  it.each<[string, MappingEdit]>([
    ['a source is another', { path: ['attributes', 'title', 'from'], value: 'description' }],
    ['a codec is another', { path: ['attributes', 'price', 'codec'], value: 'money(5)' }],
    ['a null is met otherwise', { path: ['attributes', 'listed_at', 'onNull'] }],
    ['new values are refused', { path: ['attributes', 'status', 'drift'], value: 'fail' }],
    [
      'a picked member is another',
      { path: ['attributes', 'delivery_time', 'pick', 'format'], value: 'unit' },
    ],
    [
      'a request goes elsewhere',
      { path: ['operations', 'updateCurrencyOffer', 'v2'], value: 'PATCH /v2/offers/{id}' },
    ],
    [
      'a request member goes elsewhere',
      { path: ['operations', 'updateCurrencyOffer', 'body', 'fields', 'game'], value: 'title' },
    ],
    ['dates are written otherwise', { path: ['dates'], value: 'unix' }],
  ])('when %s', (_, edit) => {
    expect(meaningOf(changed(edit))).not.toEqual(meaningOf(file));
  });
});

describe('an edit', () => {
  it('adds, replaces and removes members, and does not change its input', () => {
    const previousEntry = { a: { b: 1 }, c: 2 };
    const edits: MappingEdit[] = [
      { path: ['a', 'b'], value: 3 },
      { path: ['d', 'e'], value: 4 },
      { path: ['c'] },
      { path: ['x', 'y'] },
    ];
    expect(applyEdits(previousEntry, edits)).toEqual({ a: { b: 3 }, d: { e: 4 }, x: {} });
    expect(previousEntry).toEqual({ a: { b: 1 }, c: 2 });
  });
});
