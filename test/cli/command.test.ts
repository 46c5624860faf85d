import { Option } from 'commander';
import { describeOption } from '../../src/cli/command';

describe('what --help says of an option', () => {
  it('names a default that says something, and no other', () => {
    expect(describeOption(new Option('--rate <number>', 'requests a second').default(5))).toBe(
      'requests a second (default: 5)',
    );
    expect(describeOption(new Option('--json', 'as JSON').default(false))).toBe('as JSON');
    expect(describeOption(new Option('-H <line>', 'a header').default([]))).toBe('a header');
  });

  it('says that an option has to be given', () => {
    const option = new Option('--reason <text>', 'why').makeOptionMandatory();
    expect(describeOption(option)).toBe('why (required)');
  });
});
