import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the mappings in the package, a sibling of `src` and of the built `dist`. */
export const SHIPPED_MAPPINGS = join(__dirname, '..', '..', '..', 'mappings');

/** File of a folder that tells of the pair of APIs itself. */
export const PROFILE = 'api.yaml';

/** One mapping file as it was found. */
export interface MappingText {
  readonly file: string;
  readonly text: string;
}

/** Reads a file; line ends and a byte order mark of Windows are left out: the hash of the same mappings must be the same there. */
function readText(folder: string, name: string): MappingText {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  return { file, text: text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n') };
}

/** Reads every `*.yaml` of a folder but its profile, in the order of their names. Throws when the folder or a file cannot be read. */
export function readMappingFolder(folder: string): readonly MappingText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== PROFILE);
  return names.sort().map((name) => readText(folder, name));
}

/** Reads the profile of a folder; one without is of the pair that is shipped. */
export const readProfileText = (folder: string): MappingText =>
  readText(existsSync(join(folder, PROFILE)) ? folder : SHIPPED_MAPPINGS, PROFILE);

/** The folder of the forms, below that of the mappings; their fixtures are below it in turn. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');
