import { connectionLimits, fitConnections } from '../../src/runtime/processLimits.js';

describe('the connections within a limit of open files', () => {
  it.each([
    [Infinity, 4_096, 64, 1_216],
    [20_000, 4_096, 64, 1_216],
    [8_192, 4_096, 64, 903],
    [1_024, 471, 62, 62],
    [256, 106, 14, 14],
    [64, 16, 2, 2],
    [8, 16, 2, 2],
  ])('of %d files are %d of clients, and in each pool %d in use and %d unused', (files, clients, ...pool) => {
    const [connections, resting] = pool;
    expect(fitConnections(files)).toMatchObject({ clients, upstream: { connections, resting } });
  });

  it('leave room for other files, and are reported if they are few', () => {
    for (let files = 64; files <= 12_000; files += 7) {
      const { clients, upstream, comparing, warning } = fitConnections(files);
      const pools = 4 * (upstream.connections + upstream.resting) + 2 * comparing;
      expect(clients + pools + 32).toBeLessThanOrEqual(files);
      expect(warning === undefined).toBe(clients === 4_096);
    }
    expect(fitConnections(64).warning).toBe(
      'only 64 open files are allowed, so at most 16 clients are served at a time: raise it with ulimit -n',
    );
  });

  it('are also computed for this process', () => {
    const { clients, upstream } = connectionLimits();
    expect(clients).toBeGreaterThanOrEqual(16);
    expect(upstream.connections).toBeGreaterThanOrEqual(2);
  });
});
