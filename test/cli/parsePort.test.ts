import { parsePort } from '../../src/cli/command';

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
