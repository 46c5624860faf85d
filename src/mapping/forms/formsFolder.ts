import { join } from 'node:path';

/** The folder of the forms, below that of the mappings; their fixtures are below it in turn. */
export const formsFolder = (mappingFolder: string): string => join(mappingFolder, 'forms');
