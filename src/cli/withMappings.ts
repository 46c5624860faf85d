import type { Command } from 'commander';

/** The folder of mapping files of a command, however it was given. */
export interface MappingsPlace {
  readonly mappings?: string;
}

/** Adds the option for a folder of mapping files; the folder may still be an argument, as it was once. */
export const withMappings = (command: Command): Command =>
  command
    // Without a description it is left out of the help.
    .argument('[folder]')
    .usage('[options]')
    .option('-m, --mappings <folder>', 'folder of mapping files (default: the shipped ones)');
