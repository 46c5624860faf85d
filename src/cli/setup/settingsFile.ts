import { dirname, join } from 'node:path';
import { z } from 'zod';
import { listSettings, renderSettings, renderTemplate } from '../../config/renderSettings';
import { type ExitCode, valueOrEnd, printRefusal, type Surroundings } from '../command';
import type { InitFrom } from '../mappings/importPair';
import { saveFile } from '../../runtime/files';
import { print, type Terminal } from '../terminal';
import { readConfig, listSettingWarnings } from '../../config/readConfig';
import { renderConfigFault } from '../../config/configFaults';
import { ignoreFile } from '../../comparison/compare/ignoreRules';
import { settings } from '../../config/settings';
import { settingFacts } from '../../config/settingKinds';
import { planSchema } from '../../cutover/plan';
import { profileFile } from '../../mapping/profile/profileFile';
import { mappingFile } from '../../mapping/yaml/mappingFile';

/** Schemas of Lifeboat's files. */
const schemas = {
  settings,
  mapping: mappingFile,
  profile: profileFile,
  plan: planSchema,
  rules: ignoreFile,
} as const;

export type SchemaName = keyof typeof schemas;

export const SCHEMA_NAMES = Object.keys(schemas) as readonly SchemaName[];

/** Recognizes a schema that also takes a short form: a text, or a list of texts. */
const hasShortForm = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform;

/** Returns the JSON Schema (draft 2020-12) of a file as users write it, with the descriptions of settings. */
export function fileSchema(name: SchemaName): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schemas[name], {
    io: 'input',
    // `lifeboat check` and `lifeboat config` check what only code can check.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const about = settingFacts.get(zodSchema)?.about;
      if (about !== undefined) jsonSchema.description = about;
      if (!hasShortForm(zodSchema)) return;
      const wholeSchema = { ...jsonSchema };
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.anyOf = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, wholeSchema];
    },
  });
}

/** Prints the JSON Schema of a file, for editors. */
export function printSchema(
  { file }: { readonly file: SchemaName },
  { terminal }: Pick<Surroundings, 'terminal'>,
): 0 {
  terminal.write(JSON.stringify(fileSchema(file), null, 2));
  return 0;
}

/** File name of the schema that the first line of the settings names. */
const SCHEMA = 'lifeboat.schema.json';

/** Writes the commented settings file, and its schema for editors. Keeps existing settings unless forced. */
export function writeSettings({ file, force, json }: Omit<InitFrom, 'from'>, terminal: Terminal): ExitCode {
  const schema = join(dirname(file), SCHEMA);
  const text = `# yaml-language-server: $schema=${SCHEMA}\n${renderTemplate()}`;
  // The file may hold secrets later.
  valueOrEnd(saveFile(file, text, { force, mode: 0o600 }));
  valueOrEnd(saveFile(schema, `${JSON.stringify(fileSchema('settings'), null, 2)}\n`, { force: true }));
  const line = `wrote ${file}: set upstream.v2, then check it with: lifeboat config --config ${file}`;
  print({ settings: file, schema }, [line], json, terminal);
  return 0;
}

/** Prints the effective settings as YAML, and every fault in them. */
export function printConfig(
  {
    config: file,
    sandbox,
    json,
  }: { readonly config?: string; readonly sandbox: boolean; readonly json?: boolean },
  { environment, terminal }: Surroundings,
): ExitCode {
  const result = readConfig({ file, environment, overrides: [], sandbox, inMemory: sandbox });
  if (result.effective !== undefined) {
    const { settings, sources } = result.effective;
    const yaml = renderSettings(settings, sources).trimEnd();
    print(listSettings(settings, sources), [yaml], json, terminal);
  }
  if (!result.ok)
    return printRefusal(
      result.faults.map((fault) => renderConfigFault(fault, terminal)),
      terminal,
      1,
    );
  for (const warning of listSettingWarnings(result.config)) terminal.complain(`warning: ${warning}`);
  return 0;
}
