import { split } from 'shlex';
import { renderExampleCalls } from '../../../src/cli/sandbox/exampleCalls.js';

const ORIGIN = 'http://127.0.0.1:8080';
const KEY = "key-with-'quote'|$HOME";
const sandbox = {
  sampleLogin: "o'neil@home a+b",
  sampleCurrencyOfferId: 7,
  sampleCurrencyGame: "some-game's",
};

describe('the example calls', () => {
  it('pass a shell unchanged, whatever key, login and body hold', () => {
    const [account, update] = renderExampleCalls(ORIGIN, KEY, sandbox).map(split);
    expect(account).toContain(`Authorization: Bearer ${KEY}`);
    expect(account?.at(-1)).toBe("http://127.0.0.1:8080/v1/accounts/by-login/o'neil%40home%20a%2Bb");
    expect(update?.at(-1)).toBe('http://127.0.0.1:8080/v1/currency-offers/7');
    expect(JSON.parse(update?.[update.indexOf('--data') + 1] ?? '')).toMatchObject({
      game: sandbox.sampleCurrencyGame,
    });
  });

  it('ask curl to accept a self-signed certificate only when there is one', () => {
    expect(renderExampleCalls(ORIGIN, KEY, sandbox).join('\n')).not.toContain('--insecure');
    for (const call of renderExampleCalls('https://127.0.0.1:8080', KEY, sandbox)) {
      expect(split(call)).toContain('--insecure');
    }
  });
});
