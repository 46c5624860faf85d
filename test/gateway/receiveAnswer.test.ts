import { refusalText, hideSaidSecrets } from '../../src/gateway/receiveAnswer.js';
import { problemAnswer, type ProblemCode, problems } from '../../src/gateway/problems.js';

const textOf = (message: unknown): string | undefined =>
  refusalText(Buffer.from(JSON.stringify({ message })));

describe('refusalText', () => {
  it.each([
    'The offer is in a dispute.',
    'You need at least 5.99 € (or $6.40) to list this offer!',
    "Can't list: 2 of 10 credentials are sold; the field delivery_time is missing.",
    'Das Angebot ist bereits archiviert – „öffnen“ geht nicht.'.replace(/[„]/g, '“'),
    '出品できません。'.replace('。', '.'),
    'Try again at 12:30.',
  ])('accepts the sentence %j', (text) => {
    expect(textOf(text)).toBe(text);
  });

  it.each([
    '',
    ' ',
    'See https://api.example.com/v2/x',
    'api.example.com is down',
    'No route for v2/account-offers',
    'connection to 10.0.0.7 refused',
    'connection to fe80::1 refused',
    'mysql:3306 refused',
    'localhost refused',
    'No query results for model [App\\Models\\AccountOffer] 5',
    'Undefined variable $offer',
    'Call to Offer::list',
    'SQLSTATE[HY000]: select * from offers',
    '<b>no</b>',
    'line one\nline two',
    'a\u202eb',
    'a\u0000b',
    'key 0123456789abcdef0123',
    'token eyJhbGciOiJIUzI1NiJ9',
    'a'.repeat(32),
    'a '.repeat(2049),
    7,
    null,
    ['text'],
    { text: 'text' },
  ])('rejects %j', (text) => {
    expect(textOf(text)).toBeUndefined();
  });

  it('cuts a long text after 255 characters', () => {
    const text = textOf('Offer '.repeat(600)) ?? '';
    expect(Array.from(text)).toHaveLength(255);
    expect(text.endsWith('…')).toBe(true);
  });

  it('takes nothing from a body that is not JSON', () => {
    for (const body of ['', 'The offer is sold.', '<html></html>', '{"message":"a"', '"message"', '[]']) {
      expect(refusalText(Buffer.from(body))).toBeUndefined();
    }
  });

  it('ends in time for texts that are made to take long', () => {
    const hostile = ['a-', 'a1', 'a:', '1.', 'f:', '$', 'é', 'aé'].map((piece) => piece.repeat(2000));
    for (const text of hostile) expect([undefined, 255]).toContain(textOf(text)?.length);
  });
});

describe('withoutSecrets', () => {
  const refusal = { code: 'conflict', text: 'The login some-login is taken by key-1.' } as const;

  it('answers fixed words if the text repeats a key or a secret of the request', () => {
    const fixed = { code: 'conflict' };
    expect(hideSaidSecrets(refusal, ['key-1'])).toEqual(fixed);
    expect(hideSaidSecrets(refusal, ['key-2'], { login: 'some-login' })).toEqual(fixed);
    expect(hideSaidSecrets(refusal, ['key-2'], { a: [{ password: 'some-login' }] })).toEqual(fixed);
  });

  it('answers fixed words if a field at fault repeats a key', () => {
    const validation = { message: 'No.', errors: { 'accounts.0': ['5: key-1 is not known'] } };
    expect(hideSaidSecrets({ code: 'invalid', validation }, ['key-1'])).toEqual({ code: 'invalid' });
  });

  it('leaves every other refusal unchanged', () => {
    expect(hideSaidSecrets(refusal, ['', 'key-2'], { login: 'other', title: 'login' })).toBe(refusal);
    const validation = { message: 'The login field is required.', errors: {} };
    const invalid = { code: 'invalid', validation } as const;
    expect(hideSaidSecrets(invalid, ['key-2'], { password: 'login' })).toBe(invalid);
  });
});

const codes = Object.keys(problems) as ProblemCode[];

describe('the table of problems', () => {
  it.each([
    ['unauthenticated', 401, 'Unauthenticated.'],
    ['forbidden', 403, 'This action is unauthorized.'],
    ['notFound', 404, 'Resource not found.'],
    ['rateLimited', 429, 'Too many requests.'],
  ] as const)('answers %s with the status and text of spec 7.1', (code, status, message) => {
    const answer = problemAnswer(code, 'r-1');
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ message });
  });

  it.each(codes)('answers %s as JSON with a message and the request id', (code) => {
    const answer = problemAnswer(code, 'r-1', { 'retry-after': '3' });
    expect(answer.headers).toEqual({
      'retry-after': '3',
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'r-1',
    });
    expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['message']);
  });
});
