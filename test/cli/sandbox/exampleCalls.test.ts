import { split } from 'shlex';
import { exampleCalls } from '../../../src/cli/sandbox/exampleCalls';

const sample = {
  origin: 'http://127.0.0.1:8080',
  key: "key-with-'quote'|$HOME",
  login: "o'neil@home a+b",
  currencyOfferId: 7,
  game: "some-game's",
};

describe('the example calls', () => {
  it('pass a shell unchanged, whatever key, login and body hold', () => {
    const [account, update] = exampleCalls(sample).map(split);
    expect(account).toContain(`Authorization: Bearer ${sample.key}`);
    expect(account?.at(-1)).toBe("http://127.0.0.1:8080/v1/accounts/by-login/o'neil%40home%20a%2Bb");
    expect(update?.at(-1)).toBe('http://127.0.0.1:8080/v1/currency-offers/7');
    expect(JSON.parse(update?.[update.indexOf('--data') + 1] ?? '')).toMatchObject({ game: sample.game });
  });

  it('ask curl to accept a self-signed certificate only when there is one', () => {
    expect(exampleCalls(sample).join('\n')).not.toContain('--insecure');
    for (const call of exampleCalls({ ...sample, origin: 'https://127.0.0.1:8080' })) {
      expect(split(call)).toContain('--insecure');
    }
  });
});
