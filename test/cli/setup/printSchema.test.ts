import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import {
  printSchema,
  fileSchema,
  SCHEMA_NAMES,
  type SchemaName,
} from '../../../src/cli/setup/settingsFile.js';
import { PROFILE, SHIPPED_MAPPINGS } from '../../../src/mapping/yaml/mappingFolder.js';
import { renderTemplate } from '../../../src/config/renderSettings.js';
import { recordingTerminal } from '../../support/recordingTerminal.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** Faults of a YAML text by the schema of its kind. */
function faultsOf(name: SchemaName, text: string): readonly string[] {
  const validate = ajv.compile(fileSchema(name));
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

const shipped = readdirSync(SHIPPED_MAPPINGS).filter((name) => name.endsWith('.yaml') && name !== PROFILE);

describe('lifeboat schema', () => {
  it.each(shipped)('accepts the shipped mapping %s', (name) => {
    expect(faultsOf('mapping', readFileSync(join(SHIPPED_MAPPINGS, name), 'utf8'))).toEqual([]);
  });

  it('accepts the shipped profile', () => {
    expect(faultsOf('profile', readFileSync(join(SHIPPED_MAPPINGS, PROFILE), 'utf8'))).toEqual([]);
  });

  it('accepts the shipped rules', () => {
    expect(faultsOf('rules', readFileSync(join(SHIPPED_MAPPINGS, 'comparison/ignore.yaml'), 'utf8'))).toEqual(
      [],
    );
  });

  it('accepts the file of lifeboat init with every setting, and describes each', () => {
    const everything = renderTemplate().replaceAll(/^( *)#(?! )/gm, '$1');
    // The examples of secrets are too short to be used by mistake.
    const faults = faultsOf('settings', everything).filter((fault) => !fault.includes('fewer than 32'));
    expect(faults).toEqual([]);
    expect(JSON.stringify(fileSchema('settings'))).toContain('Port of the gateway.');
  });

  it('accepts a step of a plan, and refuses an incomplete step', () => {
    const step = '{ resource: account, to: canary 5%, notBefore: 2025-11-03T09:00 }';
    expect(faultsOf('plan', `steps: [${step}]`)).toEqual([]);
    expect(faultsOf('plan', 'steps: [{ resource: account }]')).not.toEqual([]);
  });

  it.each(SCHEMA_NAMES)('refuses an unknown key in a file of kind %s', (name) => {
    expect(faultsOf(name, 'nobodyKnowsThis: 1')).toContainEqual(
      expect.stringContaining('must NOT have additional properties'),
    );
  });
});

it('prints the schema as JSON', () => {
  const terminal = recordingTerminal();
  expect(printSchema({ file: 'plan' }, { terminal })).toBe(0);
  expect(JSON.parse(terminal.out.join('\n'))).toEqual(fileSchema('plan'));
});
