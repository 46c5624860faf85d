import type { Command } from 'commander';
import type { DoctorOptions } from './doctor';
import { defineCommand } from '../command';

/** Adds `lifeboat doctor`. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check settings, keys, store and mappings, and what they rely on at v1 and v2; reads only')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--key-env <name>', 'environment variable that holds a key of v2, to look from inside')
    .option('--json', 'print the findings as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, options: DoctorOptions) => {
        const { doctor } = await import('./doctor.js');
        return doctor(options, environment, terminal);
      }),
    );
}
