import { fc } from '../../support/fastCheck.ts';
import type { Json } from '../../../src/contract/json.js';
import { type AttributeLine, explainAnswer } from '../../../src/mapping/explain/explanation.js';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf.js';
import type { ResolvedResource } from '../../../src/mapping/compile/resolveFile.js';
import type { ResolvedOperation } from '../../../src/mapping/compile/resolveOperation.js';
import { leafPaths } from '../../../src/mapping/compile/sourcePath.js';
import { shippedFixtures } from '../../support/shippedFixtures.ts';
import { shipped, shippedResource } from '../../support/shipped.ts';

/** The resource itself is the answer of such an operation. */
function readingOf(resource: ResolvedResource): ResolvedOperation {
  const foundResolvedOperation = resource.operations.find(({ operation, ownAnswer }) => {
    return ownAnswer === undefined && operation.list === undefined && operation.each === undefined;
  });
  if (foundResolvedOperation === undefined) throw new Error(`nothing answers with one ${resource.name}`);
  return foundResolvedOperation;
}

function explained(
  resource: ResolvedResource,
  v2: Json,
  withheld: readonly string[] = [],
): readonly AttributeLine[] {
  const v1 = resource.answer.read(v2);
  if (!v1.ok) throw new Error(`${v1.failure.path} is not ${v1.failure.expected}`);
  const answered = { v1: v1.value, v2: [v2], withheld, item: 1 };
  return explainAnswer(resource, readingOf(resource), answered).attributes;
}

/** The v2 answer of a shipped fixture that ends well, by what the fixture's name says. */
function answerOf(name: string): Json {
  const fixture = shippedFixtures().find((fixture) => fixture.name.includes(name));
  const answer = fixture?.upstream.at(-1)?.answers.body;
  if (answer === undefined) throw new Error(`no fixture ${name}`);
  return answer;
}

const account = shippedResource('account');
const foundAttributeLines = explained(account, answerOf('finds an account by its login'));
const newForm = explained(account, answerOf('offer of the new form'));
const line = (lines: readonly AttributeLine[], attribute: string) =>
  lines.find((attributeLine) => attributeLine.attribute === attribute);

describe('the explanation of an answer', () => {
  it.each(shipped().resources)('has one line for every attribute of $name, the id first', (resource) => {
    const lines = fc.sample(arbitraryOf(resource.v2), { numRuns: 1, seed: 7 });
    for (const data of lines) {
      const attributes = explained(resource, { data }).map(({ attribute }) => attribute);
      expect(attributes[0]).toBe('id');
      expect(attributes.slice(1).sort()).toEqual([...leafPaths(resource.v1)].sort());
    }
  });

  it('shows value, source, source value, codec, class and rule', () => {
    expect(line(foundAttributeLines, 'status')).toMatchObject({
      value: 'Listed',
      source: 'status',
      given: 'listed',
      codec: 'capitalized',
      class: 'converted',
      standsIn: false,
      place: expect.stringMatching(/^account\.yaml:\d+$/) as string,
    });
  });

  it('hides the secrets of a contract, and shows whether there is one', () => {
    const secrets = ['login', 'password', 'email_login', 'email_password'];
    for (const name of secrets)
      expect(line(foundAttributeLines, name)).toMatchObject({ value: '***', given: '***' });
    expect(line(newForm, 'login')).toMatchObject({ value: '', given: null, standsIn: true });
    expect(line(newForm, 'email_login')).toMatchObject({ value: null, given: null, standsIn: false });
  });

  it('says that a default replaces a missing value, and only then', () => {
    expect(line(newForm, 'ign')).toMatchObject({
      value: '',
      given: ['odd'],
      standsIn: true,
      class: 'guessed',
    });
    expect(line(newForm, 'trend_score')).toMatchObject({ value: 0, standsIn: true, class: 'synthesized' });
    expect(line(newForm, 'trend_score')).not.toHaveProperty('given');
    expect(line(newForm, 'password')).toMatchObject({ standsIn: true, class: 'synthesized' });
    expect(line(foundAttributeLines, 'password')).toMatchObject({ standsIn: false, class: 'exact' });
  });

  it('finds a value under the second name that the live service gives it', () => {
    const lines = explained(shippedResource('currency-offer'), answerOf('an empty list for an empty object'));
    const givenAttributeLine = line(lines, 'delivery_time.formatLong');
    expect(givenAttributeLine?.given).toEqual(givenAttributeLine?.value);
    expect(givenAttributeLine?.given).toBeDefined();
  });

  it('can be printed as JSON without secrets, whatever v2 answers', () => {
    fc.assert(
      fc.property(arbitraryOf(account.v2), (data) => {
        const canaries = {
          login: 'CANARY1',
          password: 'CANARY2',
          email_login: 'CANARY3',
          email_password: 'CANARY4',
        };
        const credentials = { ...canaries, email_provider: null };
        const v2 = { data: { ...(data as Record<string, Json>), credentials } };
        const v1 = account.answer.read(v2);
        if (v1.ok) expect(JSON.stringify(explained(account, v2))).not.toContain('CANARY');
      }),
      { numRuns: 300 },
    );
  });

  it('is about the chosen object after several reads of v2', () => {
    const entry = answerOf('finds an account by its login') as { data: Record<string, Json> };
    const nextEntry = { data: { ...entry.data, id: 7, title: 'not chosen' } };
    const v1 = account.answer.read(entry);
    if (!v1.ok) throw new Error('the fixture does not fit');
    const answered = { v1: v1.value, v2: [nextEntry, entry, nextEntry], withheld: [], item: 1 };
    const { attributes } = explainAnswer(account, readingOf(account), answered);
    expect(line(attributes, 'title')?.given).toBe(entry.data['title']);
  });

  it('is about the whole answer if that is not the resource', () => {
    const removal = account.operations.find(({ operation }) => operation.name === 'deleteAccount');
    if (removal === undefined) throw new Error('accounts cannot be deleted');
    const answered = { v1: { message: 'Gone.' }, v2: [], withheld: [], item: 1 };
    expect(explainAnswer(account, removal, answered)).toMatchObject({
      attributes: [{ attribute: 'message', value: 'Gone.', class: 'synthesized', standsIn: true }],
    });
  });
});
