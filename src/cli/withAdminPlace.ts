import type { Command } from 'commander';

/** Adds the options of every command that asks a running gateway: where its admin port is. */
export const withAdminPlace = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'settings file of the gateway (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the gateway (default: as configured)');
