import { parse } from 'yaml';
import { readConfig } from '../../src/config/readConfig.js';
import { renderSettings, renderTemplate } from '../../src/config/renderSettings.js';
import { leaves } from '../../src/config/settingSources.js';
import { settings } from '../../src/config/settings.js';

function rendered(environment: Record<string, string>): string {
  const overrides = [{ name: 'listen.port', option: '--port', value: '0' }];
  const result = readConfig({ file: undefined, environment, overrides, sandbox: true });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return renderSettings(result.effective.settings, result.effective.sources);
}

describe('renderSettings', () => {
  it('prints each value with its source', () => {
    const text = rendered({ LIFEBOAT_ADMIN_PORT: '9' });
    expect(text).toContain('listen:\n  host: 127.0.0.1 # default\n  port: 0 # --port\n');
    expect(text).toContain('  port: 9 # LIFEBOAT_ADMIN_PORT\n');
    expect(text).toContain('# guide: not set\n');
  });

  it('masks secrets', () => {
    const text = rendered({ LIFEBOAT_INDEX_SECRET: 'secret-one'.repeat(4) });
    expect(text).toContain('secret: "***" # LIFEBOAT_INDEX_SECRET');
    expect(text).not.toContain('secret-one');
  });
});

describe('the file that lifeboat init writes', () => {
  it('names every setting and its variable', () => {
    for (const { path, variable } of leaves) {
      expect(renderTemplate()).toContain(`(${variable})`);
      expect(renderTemplate()).toMatch(new RegExp(`^ *#${path.at(-1) ?? ''}: `, 'm'));
    }
  });

  it('is valid with every setting uncommented, except the secrets', () => {
    const uncommented = renderTemplate().replace(/^( *)#(?=[a-z])/gim, '$1');
    const parsed = settings.safeParse(parse(uncommented));
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'admin.token',
      'index.secret',
      'notify.secret',
    ]);
  });
});
