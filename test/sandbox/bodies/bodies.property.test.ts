import fc from 'fast-check';
import { isJsonObject, type JsonObject } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { callSandbox, dataOf, listOf } from '../support/callSandbox';
import { repetitions } from '../../support/repetitions';
import { openSandbox } from '../support/openSandbox';
import { accountSubjects } from './accountSubjects';
import { bodyField } from './bodyField';
import type { BodySubject } from './bodySubject';
import { credentialSubjects } from './credentialSubjects';
import { changed, faultsOf } from './faultsOf';
import { openShop, type Shop } from './shop';
import { statusSubjects } from './statusSubjects';
import { stockSubjects } from './stockSubjects';
import { v1AccountSubject } from './v1AccountSubject';

const RUNS = { numRuns: repetitions(10, 30) };
const FAULTS = { numRuns: repetitions(25, 100) };

const subjects: readonly BodySubject[] = [
  ...accountSubjects,
  ...credentialSubjects,
  ...stockSubjects,
  v1AccountSubject,
  ...statusSubjects,
];

/** Any single fault of a body that is otherwise as `whole`. */
function faults({ schema, ownFaults = [] }: BodySubject, whole: JsonObject) {
  const field = bodyField(schema);
  const byContract = [...field.members].map(([name, member]) => faultsOf(member, name, whole[name]));
  return fc.oneof(...byContract, ...ownFaults.map((fault) => fc.constant(fault)));
}

describe('a request body', () => {
  let sandbox: Sandbox;
  let shop: Shop;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
    shop = await openShop(sandbox);
  });
  afterAll(() => sandbox.close());

  const callOf = ({ operation, path }: BodySubject) =>
    Object.entries(path?.(shop) ?? {}).reduce(
      (call, [name, id]) => call.replace(`{${name}}`, String(id)),
      operation,
    );

  /** Picks the answer of a read: an offer, the attributes of a v1 resource, or the texts of a list of credentials. */
  const read = async (call: string): Promise<JsonObject> => {
    const answer = await callSandbox(sandbox, call);
    if (Array.isArray(answer.body.data)) {
      return { texts: listOf(answer).map(({ message, credentials = message ?? null }) => credentials) };
    }
    const data = dataOf(answer);
    return isJsonObject(data.attributes) ? data.attributes : data;
  };

  it.each(subjects.map((subject) => [subject.operation, subject] as const))(
    'of %s is accepted when it keeps every rule, and stored equal',
    async (_operation, subject) => {
      await fc.assert(
        fc.asyncProperty(subject.bodies(shop), async (body) => {
          await subject.reset?.(shop);
          const before = subject.before === undefined ? {} : await read(subject.before(shop));
          const answer = await callSandbox(sandbox, callOf(subject), body);
          expect({ status: answer.status, errors: answer.body.errors }).toEqual({
            status: callOf(subject).startsWith('POST') ? 201 : 200,
            errors: undefined,
          });
          for (const { call, members } of subject.stored(body, { shop, answer, before })) {
            const now = await read(call);
            const shown = Object.keys(members).map((name) => [name, now[name]]);
            expect(Object.fromEntries(shown)).toEqual(members);
          }
        }),
        RUNS,
      );
    },
  );

  it.each(subjects.map((subject) => [subject.operation, subject] as const))(
    'of %s is refused on exactly the one field that breaks a rule',
    async (_operation, subject) => {
      await subject.reset?.(shop);
      const whole = subject.whole(shop);
      await fc.assert(
        fc.asyncProperty(faults(subject, whole), async ({ field, value }) => {
          const [name = ''] = field.split('.');
          const { status, body } = await callSandbox(sandbox, callOf(subject), changed(whole, name, value));
          const fields = isJsonObject(body.errors) ? Object.keys(body.errors) : [];
          expect({ status, fields }).toEqual({ status: 422, fields: [field] });
        }),
        FAULTS,
      );
    },
  );
});
