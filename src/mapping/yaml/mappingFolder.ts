import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mapping file as it was found. */
export interface MappingText {
  readonly file: string;
  readonly text: string;
}

/** Reads every `*.yaml` of a folder, in the order of their names. Throws when the folder or a file cannot be read. */
export function readMappingFolder(folder: string): readonly MappingText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => {
    const file = join(folder, name);
    return { file, text: readFileSync(file, 'utf8') };
  });
}

/** Work in steps of some ms each, for those who have other things to do in between; its end is its result. */
export type Steps<Done> = Generator<undefined, Done>;

/** Does all steps at once. */
export function atOnce<Done>(steps: Steps<Done>): Done {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The folder of the forms, below that of the mappings; their fixtures are below it in turn. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');
