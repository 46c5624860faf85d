import { terminal } from '../../src/cli/terminal';

describe('terminal', () => {
  const wasTerminal = process.stderr.isTTY;
  afterEach(() => {
    process.stderr.isTTY = wasTerminal;
  });

  it('has colours on a terminal', () => {
    process.stderr.isTTY = true;
    expect(terminal({}).colour).toBe(true);
    expect(terminal({ NO_COLOR: '' }).colour).toBe(true);
  });

  it('has none with NO_COLOR, and none where stderr is a file or pipe', () => {
    process.stderr.isTTY = true;
    expect(terminal({ NO_COLOR: '1' }).colour).toBe(false);
    process.stderr.isTTY = false;
    expect(terminal({}).colour).toBe(false);
  });
});
