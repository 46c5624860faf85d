import { Option } from 'commander';
import { describeOption, parseAddress, parsePort } from '../../src/cli/command.js';
import { createProgram } from '../../src/cli/program.js';

describe('the description of an option in --help', () => {
  it('names a default only when it is informative', () => {
    expect(describeOption(new Option('--rate <number>', 'requests a second').default(5))).toBe(
      'requests a second (default: 5)',
    );
    expect(describeOption(new Option('--json', 'as JSON').default(false))).toBe('as JSON');
    expect(describeOption(new Option('-H <line>', 'a header').default([]))).toBe('a header');
  });

  it('says that an option is required', () => {
    const option = new Option('--reason <text>', 'why').makeOptionMandatory();
    expect(describeOption(option)).toBe('why (required)');
  });
});

describe('parsePort', () => {
  it.each([
    ['0', 0],
    ['8080', 8080],
    ['65535', 65_535],
  ])('reads %s', (text, port) => expect(parsePort(text)).toBe(port));

  it.each(['', '-1', '65536', '80a', '1e3', '0x50', ' 80', '999999'])('refuses %j', (text) => {
    expect(() => parsePort(text)).toThrow('A port is a number from 0');
  });
});

describe('parseAddress', () => {
  it.each([
    ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['api.example.com', 'https://api.example.com'],
  ])('reads %s', (text, origin) => expect(parseAddress(text)).toBe(origin));

  it.each(['ftp://here', 'a b', 'http://user:pw@here', 'https://here/v1'])('refuses %j', (text) => {
    expect(() => parseAddress(text)).toThrow('write the origin only, such as https://api.example.com.');
  });
});

/** Calls a command, which throws when its arguments are wrong. */
async function called(words: readonly string[]) {
  const program = await createProgram(words[0] ?? '');
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  return program.parseAsync(words, { from: 'user' });
}

describe('lifeboat guide', () => {
  it('refuses a period without a client', async () => {
    await expect(called(['guide', '--since', '5d'])).rejects.toThrow('--since goes with --client');
  });
});

describe('lifeboat explain', () => {
  it('refuses a malformed header', async () => {
    const words = ['explain', 'GET', '/v1/accounts', '-H', 'nonsense'];
    await expect(called(words)).rejects.toThrow('It is written "Name: value".');
  });
});

describe('lifeboat serve', () => {
  it.each([
    [['--traffic'], '--traffic is for the embedded marketplace: add --sandbox'],
    [['--live-shapes'], '--live-shapes is for the embedded marketplace: add --sandbox'],
    [['--sandbox-port', '0'], '--sandbox-port is for the embedded marketplace: add --sandbox'],
    [
      ['--sandbox', '--port', '8090'],
      '8090 is the port of the marketplace: choose another with --sandbox-port',
    ],
  ])('refuses %j as invalid arguments', async (words, reason) => {
    await expect(called(['serve', ...words])).rejects.toThrow(reason);
  });
});
