import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../support/builtProgram';

describe('createCallerPools', () => {
  it('makes undici read its parser before the first connection, which may use the last file descriptor', () => {
    const [client, limits] = ['upstreamClient', 'upstreamLimits'].map((name) =>
      JSON.stringify(join(ROOT, `dist/http/upstream/${name}.js`)),
    );
    const script = `
      const clock = { now: Date.now, steady: Date.now, schedule: () => () => undefined };
      const { upstreamLimits: limits } = require(${limits});
      require(${client}).createUpstream({ origin: 'http://localhost', limits, clock });
      console.log(Object.keys(require.cache).join());
      process.on('exit', () => console.log('ended'));`;
    // Nothing that is left of it goes on.
    const printed = execFileSync(process.execPath, ['-e', script], { timeout: 30_000 }).toString();
    expect(printed).toMatch(/llhttp_simd-wasm\.js.*\nended\n$/);
  });
});
