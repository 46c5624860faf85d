import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadMappings } from '../../../src/mapping/compile/loadMappings.js';
import { loadFixtures } from '../../../src/mapping/yaml/fixtureFile.js';
import { rehearse } from '../../../src/proof/fixturesPlay.js';
import { shipped, shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const temporary = temporaryFolder();
const currencyOffer = readFileSync(join(shippedFolder, 'currency-offer.yaml'), 'utf8');
const form = readFileSync(join(shippedFolder, 'forms', 'account-offer.yaml'), 'utf8');

/** The faults of a folder with one sound mapping and the given form: code, line and hint of each. */
function faultsOf(text: string) {
  const folder = temporary.path('.');
  mkdirSync(join(folder, 'forms'), { recursive: true });
  writeFileSync(join(folder, 'currency-offer.yaml'), currencyOffer);
  writeFileSync(join(folder, 'forms', 'form.yaml'), text);
  const loaded = loadMappings(folder);
  return loaded.ok ? [] : loaded.failure.map(({ code, text: line, hint }) => [code, line.trim(), hint]);
}

it('every shipped form has fixtures and passes them', async () => {
  const fixtures = loadFixtures(join(shippedFolder, 'forms'));
  if (!fixtures.ok) throw new Error(JSON.stringify(fixtures.failure));
  const { forms } = shipped();
  expect(await rehearse(fixtures.value, forms)).toEqual([]);
  const played = new Set(fixtures.value.map(({ operation }) => operation));
  expect(forms.map(({ name }) => name)).toEqual([...played]);
});

it('the shipped form has no faults', () => {
  expect(faultsOf(form)).toEqual([]);
});

it.each([
  ['a rule is missing', ['  title: title\n', ''], 'body-field-without-rule'],
  ['a rule leads nowhere', ['title: title', 'title: titel'], 'target-unknown', 'did you mean "title"?'],
  ['a null is not handled', ['{ to: slug, onNull: pass }', 'slug'], 'null-unhandled'],
  ['a line is made of nothing', [': login\n', ': logn\n'], 'body-field-unknown', 'did you mean "login"?'],
  ['a line is made of a number', [': login\n', ': price\n'], 'body-field-unknown'],
  [
    'lines go nowhere',
    ['  credentials:\n', '  credential:\n'],
    'target-unknown',
    'did you mean "credentials"?',
  ],
  ['a member is line and field', ['  title: title\n', '  title: title\n  login: slug\n'], 'line-and-field'],
  ['a condition is unknown', ['login: is_manual', 'login: manual'], 'body-field-unknown'],
  [
    'a key is unknown',
    ['requiredUnless:', 'requiredUnles:'],
    'unknown-key',
    'did you mean "requiredUnless"?',
  ],
  ['a contract is unknown', ['old: accountOfferCreate', 'old: accountOffers'], 'contract-unknown'],
  ['a route is of v1', ['old: POST /v2/', 'old: POST /v1/'], 'malformed'],
  ['evidence is missing', ['evidence: { path: observed, success: assumed }\n', ''], 'evidence-missing'],
] as const)('a form in which %s is refused at the start', (_what, [from, to], code, ...hints) => {
  expect(form).toContain(from);
  const faults = faultsOf(form.replace(from, to));
  expect(faults.map(([foundText]) => foundText)).toContain(code);
  expect(faults.map(([, , hint]) => hint)).toEqual(expect.arrayContaining(hints));
});
