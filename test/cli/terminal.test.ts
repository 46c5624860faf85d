import { platformOf } from '../../src/contract/platform.js';
import { createPainter, openTerminal, waitForSignal } from '../../src/cli/terminal.js';

describe('the terminal', () => {
  const outputs = [process.stdout, process.stderr];
  const wereTerminals = outputs.map(({ isTTY }) => isTTY);
  const set = (...areTerminals: readonly boolean[]) =>
    outputs.forEach((output, at) => (output.isTTY = areTerminals[at] ?? false));
  afterEach(() => set(...wereTerminals));

  it('has colours on a terminal', () => {
    set(true, true);
    expect(openTerminal({}).colour).toBe(true);
    expect(openTerminal({ NO_COLOR: '' }).colour).toBe(true);
  });

  it('has no colours with NO_COLOR, or if both stdout and stderr are files or pipes', () => {
    set(true, true);
    expect(openTerminal({ NO_COLOR: '1' }).colour).toBe(false);
    set(false, false);
    expect(openTerminal({}).colour).toBe(false);
  });

  it('colours the output that is a terminal, and not the one that is a file or pipe', () => {
    const written: unknown[] = [];
    const spies = outputs.map((output) =>
      jest.spyOn(output, 'write').mockImplementation((text) => written.push(text) > 0),
    );
    set(true, false);
    const { colour, write, complain } = openTerminal({});
    for (const print of [write, complain]) print(createPainter(colour)('red', 'text'));
    for (const spy of spies) spy.mockRestore();
    expect(written).toEqual(['\u001b[31mtext\u001b[39m\n', 'text\n']);
  });
});

describe('untilSignal', () => {
  let now = 0;
  let forced = 0;
  const signals = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const;
  const previousMap = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const wait = () => waitForSignal({ steady: () => now }, () => void (forced += 1));
  const send = (signal: NodeJS.Signals) => process.emit(signal, signal);

  beforeEach(() => {
    now = 1_000;
    forced = 0;
  });

  afterEach(() => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (previousMap.get(signal)?.includes(listener) === false) process.off(signal, listener);
      }
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with %s', async (signal) => {
    const endedPromise = wait();
    send(signal);
    await expect(endedPromise).resolves.toBe(signal);
  });

  it.each(['SIGBREAK', 'SIGHUP'] as const)('ends with %s on Windows', async (signal) => {
    const endedPromise = waitForSignal({ steady: () => now }, () => undefined, platformOf('win32'));
    send(signal);
    await expect(endedPromise).resolves.toBe(signal);
  });

  it('ignores the same signal repeated at the same moment', async () => {
    const endedPromise = wait();
    send('SIGINT');
    now += 20;
    send('SIGINT');
    await endedPromise;
    expect(forced).toBe(0);
  });

  it('forces the end at a second signal', async () => {
    const endedPromise = wait();
    send('SIGTERM');
    now += 2_000;
    send('SIGINT');
    await endedPromise;
    expect(forced).toBe(1);
  });
});
