import { z } from 'zod';
import { ignoreFile } from '../../comparison/compare/ignoreRules';
import { settings } from '../../config/settings';
import { settingFacts } from '../../config/settingKinds';
import { planSchema } from '../../cutover/plan';
import { profileFile } from '../../mapping/profile/profileFile';
import { mappingFile } from '../../mapping/yaml/mappingFile';
import type { Terminal } from '../terminal';

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

/** True for a schema that also takes a short form: a text, or a list of texts. */
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
export function printSchema(name: SchemaName, { write }: Pick<Terminal, 'write'>): 0 {
  write(JSON.stringify(fileSchema(name), null, 2));
  return 0;
}
