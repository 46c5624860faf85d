import { Option } from 'commander';
import { describeOption, parsePort } from '../../src/cli/command';

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
