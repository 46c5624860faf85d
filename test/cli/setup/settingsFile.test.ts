import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { writeSettings, printConfig, fileSchema } from '../../../src/cli/setup/settingsFile.js';
import { renderTemplate } from '../../../src/config/renderSettings.js';
import { ran, ranText, recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

describe('lifeboat init', () => {
  it('writes the commented settings for its owner only, and says what to do next', async () => {
    const file = folder.path('lifeboat.yaml');
    const { code, out } = await ran((terminal) => writeSettings({ file, force: false }, terminal));
    expect(code).toBe(0);
    const [firstText, ...remainingTexts] = readFileSync(file, 'utf8').split('\n');
    expect(firstText).toBe('# yaml-language-server: $schema=lifeboat.schema.json');
    expect(remainingTexts.join('\n')).toBe(renderTemplate());
    expect(JSON.parse(readFileSync(folder.path('lifeboat.schema.json'), 'utf8'))).toEqual(
      fileSchema('settings'),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(out).toEqual([expect.stringContaining(`lifeboat config --config ${file}`)]);
  });

  it('keeps an existing file unless forced', async () => {
    const file = folder.path('lifeboat.yaml');
    writeFileSync(file, 'mine');
    const { code, err } = await ran((terminal) => writeSettings({ file, force: false }, terminal));
    expect([code, err]).toEqual([1, [expect.stringContaining('--force')]]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const forced = await ranText((terminal) => writeSettings({ file, force: true, json: true }, terminal));
    expect(forced.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(renderTemplate());
    expect(JSON.parse(forced.out)).toEqual({
      settings: file,
      schema: folder.path('lifeboat.schema.json'),
    });
  });

  it('fails with a message if it cannot write', async () => {
    const file = folder.path('none/lifeboat.yaml');
    const { code, err } = await ran((terminal) => writeSettings({ file, force: false }, terminal));
    expect(code).toBe(1);
    expect(err).toEqual([
      expect.stringMatching(/cannot be written: there is no such .*\n {2}= hint: make its folder first/),
    ]);
  });
});

function print(text: string, environment: Record<string, string> = {}) {
  const terminal = recordingTerminal();
  const config = folder.path('lifeboat.yaml');
  writeFileSync(config, text);
  const code = printConfig({ config, sandbox: false }, { environment, terminal });
  return { code, out: terminal.out.join('\n'), err: terminal.err.join('\n') };
}

describe('lifeboat config', () => {
  it('prints the effective settings as YAML and ends with 0', () => {
    const { code, out, err } = print('upstream: { v2: api.example.com }', { LIFEBOAT_ADMIN_PORT: '9' });
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(parse(out)).toMatchObject({
      admin: { port: 9 },
      upstream: { v2: 'https://api.example.com' },
    });
  });

  it('warns of values that are valid but probably unintended', () => {
    expect(print('upstream: { v2: http://api.example.com }')).toMatchObject({
      code: 0,
      err: expect.stringContaining('warning: upstream.v2 is plain http') as string,
    });
  });

  it('ends with 1 when something is missing, and still prints the settings', () => {
    const { code, out, err } = print('listen: { port: 1 }');
    expect(code).toBe(1);
    expect(out).toContain('port: 1');
    expect(err).toContain('upstream.v2 is missing');
  });

  it('ends with 1 and prints only the faults when a setting is wrong', () => {
    const { code, out, err } = print('listen: { port: x }');
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain(':1:17: listen.port must be');
  });
});
