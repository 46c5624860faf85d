import { createHmac } from 'node:crypto';
import { readClaims, signToken } from '../../../src/sandbox/sellerKeys';

const SECRET = 'secret';
const claims = { jti: '7', sub: '1', iss: 'lifeboat-sandbox', aud: 'v2', iat: 1_700_000_000 } as const;
const token = signToken(claims, SECRET);
const [header = '', content = '', signature = ''] = token.split('.');

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (text: string) => `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;

const read = (givenText: string) => readClaims(`Bearer ${givenText}`, SECRET);

describe('readClaims', () => {
  it('reads the output of signToken', () => expect(read(token)).toEqual(claims));

  it.each([
    ['with another secret', signToken(claims, 'other')],
    ['with more behind it', `${token}.more`],
    ['with a dot behind it', `${token}.`],
    ['with padding', `${token}=`],
    ['without a signature', `${header}.${content}.`],
    ['cut short', token.slice(0, -1)],
    ['for another seller', `${header}.${encode({ ...claims, sub: '2' })}.${signature}`],
    ['of another algorithm', `${encode({ alg: 'none', typ: 'JWT' })}.${content}.`],
    ['with another header, signed', signed(`${encode({ typ: 'JWT', alg: 'HS256' })}.${content}`)],
    ['of another issuer, signed', signed(`${header}.${encode({ ...claims, iss: 'other' })}`)],
    ['that is one word', 'abc'],
  ])('rejects a token %s', (_what, givenText) => expect(read(givenText)).toBeUndefined());
});
