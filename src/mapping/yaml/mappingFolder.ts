import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the mappings in the package, a sibling of `src` and of the built `dist`. */
export const SHIPPED_MAPPINGS = join(__dirname, '..', '..', '..', 'mappings');

/** File of a folder that describes the pair of APIs itself. */
export const PROFILE = 'api.yaml';

/** One mapping file as it was found. */
export interface MappingText {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads a file without the line ends and byte order mark of Windows: the same mappings have the same hash everywhere.
 */
function readText(folder: string, name: string): MappingText {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  return { file, text: text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n') };
}

/**
 * Reads every `*.yaml` of a folder but its profile, in the order of the names. Throws if the folder or a file cannot be
 * read.
 */
export function readMappingFolder(folder: string): readonly MappingText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== PROFILE);
  return names.sort().map((name) => readText(folder, name));
}

/** Reads the profile of a folder; a folder without one describes the shipped pair. */
export const readProfileText = (folder: string): MappingText =>
  readText(existsSync(join(folder, PROFILE)) ? folder : SHIPPED_MAPPINGS, PROFILE);

/** Returns the folder of the forms, below that of the mappings; their fixtures are in a folder below it. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');
