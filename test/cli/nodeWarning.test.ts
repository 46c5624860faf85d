import { nodeWarning } from '../../src/runtime/processLimits';

describe('nodeWarning', () => {
  it.each(['v22.13.0', 'v24.1.0', 'v26.0.0'])('says nothing of the long-term release %s', (version) => {
    expect(nodeWarning(version)).toBeUndefined();
  });

  it.each([
    ['v18.20.0', /too old/],
    ['v20.18.3', /too old/],
    ['v20.20.2', /no security fixes/],
    ['v21.7.0', /no security fixes/],
    ['v23.1.0', /not a long-term release/],
    ['v25.0.0', /not a long-term release/],
  ])('warns on %s and says what to use', (version, reason) => {
    expect(nodeWarning(version)).toMatch(reason);
    expect(nodeWarning(version)).toContain('use Node 22 or 24');
  });
});
