import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/builtProgram.ts';

describe('the library', () => {
  // A change that is wanted: npx jest test/runtime/publicApi.test.ts -u, and a line in .github/CHANGELOG.md.
  it('has the declarations that programs rely on', () => {
    expect(readFileSync(join(ROOT, 'dist', 'index.d.ts'), 'utf8')).toMatchSnapshot();
  });
});
