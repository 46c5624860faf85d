import { parse } from 'yaml';
import { leaves } from '../../src/config/settingSources';
import { settings } from '../../src/config/settings';
import { settingsTemplate } from '../../src/config/renderSettings';

describe('the file that lifeboat init writes', () => {
  it('names every setting and its variable', () => {
    for (const { path, variable } of leaves) {
      expect(settingsTemplate()).toContain(`(${variable})`);
      expect(settingsTemplate()).toMatch(new RegExp(`^ *#${path.at(-1) ?? ''}: `, 'm'));
    }
  });

  it('is valid with every setting uncommented, but for the secrets, which must be made', () => {
    const uncommented = settingsTemplate().replace(/^( *)#(?=[a-z])/gim, '$1');
    const parsed = settings.safeParse(parse(uncommented));
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'admin.token',
      'index.secret',
      'notify.secret',
    ]);
  });
});
