import { z } from 'zod';
import { contracts } from '../../../src/contract/contracts.js';
import { describeSchema as describeField } from '../../../src/contract/describe.js';
import { secretText } from '../../../src/contract/kinds.js';
import { redactedPaths } from '../../../src/contract/secretNames.js';
import { createLogger } from '../../../src/http/observability/logger.js';
import { realClock } from '../../support/realClock.ts';

const CANARY = 'canary-7f3a';

/** One line of the log about `members`, as text. */
function logged(members: object, redact: readonly string[]): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ level: 'info', redact, clock: realClock }, destination).info(members, 'line');
  return lines.join('');
}

const shipped = redactedPaths([...contracts.v1.values(), ...contracts.v2.values()]);

const credentials = { login: CANARY, password: CANARY, email_login: CANARY, email_password: CANARY };

describe('the redaction list', () => {
  it('names every secret of every contract', () => {
    expect(shipped).toEqual(expect.arrayContaining(['login', 'password', 'email_login', 'email_password']));
    const ownField = describeField(
      z.object({ inner: z.object({ pin: secretText() }), codes: z.array(secretText()) }),
    );
    expect(redactedPaths([ownField])).toEqual(
      expect.arrayContaining(['pin', 'body.*.pin', 'codes', 'body.codes']),
    );
  });

  it.each([
    ['a v2 offer', { answer: { data: { id: 7, credentials } } }],
    ['a list of v2 offers', { body: { data: [{ id: 7, credentials }] } }],
    ['a v1 account', { answer: { data: { id: '7', attributes: credentials } } }],
    ['the inside of an answer', { data: { credentials } }],
    ['the members of a body themselves', credentials],
    ['headers', { headers: { authorization: `Bearer ${CANARY}` } }],
    ['a request', { request: { headers: { Authorization: CANARY, cookie: CANARY }, body: credentials } }],
    ['an error that holds a request', { err: { config: { headers: { authorization: CANARY } } } }],
  ])('keeps the secrets of %s out of the log', (_, members) => {
    expect(logged(members, [])).toContain(CANARY);
    const line = logged(members, shipped);
    expect(line).not.toContain(CANARY);
    expect(line).toContain('***');
  });

  it('leaves everything else as it is', () => {
    const entry = {
      requestId: 'a1',
      route: '/v1/accounts/by-login/{login}',
      status: 200,
      answer: { data: { id: 7 } },
    };
    expect(JSON.parse(logged(entry, shipped))).toMatchObject(entry);
  });

  it('is the same for every order of the contracts', () => {
    const all = [...contracts.v1.values(), ...contracts.v2.values()];
    expect(redactedPaths(all.toReversed())).toEqual(redactedPaths(all));
  });
});
