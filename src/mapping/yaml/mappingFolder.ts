import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mapping file as it was found. */
export interface MappingText {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads every `*.yaml` of a folder, in the order of their names. Line ends and a byte order mark of Windows are left out:
 * the hash of the same mappings must be the same there. Throws when the folder or a file cannot be read.
 */
export function readMappingFolder(folder: string): readonly MappingText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => {
    const file = join(folder, name);
    return {
      file,
      text: readFileSync(file, 'utf8')
        .replace(/^\uFEFF/, '')
        .replaceAll('\r\n', '\n'),
    };
  });
}

/** The folder of the forms, below that of the mappings; their fixtures are below it in turn. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');
