import { type Command, InvalidArgumentError } from 'commander';
import { defineCommand, parseAddress, parseCount } from '../command';
import type { ExplainOptions } from './explainThrough';

function together(line: string, before: readonly string[]): readonly string[] {
  if (!/^[\w-]+\s*:/.test(line)) throw new InvalidArgumentError('It is written "Name: value".');
  return [...before, line];
}

/** Adds `lifeboat explain`. */
export function explainCommand(program: Command): void {
  program
    .command('explain')
    .description('explain one v1 request: its route, the calls to v2, and the source of every field')
    .argument('<request...>', 'a curl command in quotes, or a method and a path')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the running gateway, which knows the stage', parseAddress)
    .option('--sandbox', 'ask an embedded marketplace instead of the configured upstream', false)
    .option('--live-shapes', 'let the marketplace answer as the live service was seen to', false)
    .option('-b, --body <json or file>', 'the body of the request')
    .option('-H, --header <line>', 'a header, such as "Authorization: Bearer ..."', together, [])
    .option('--key-env <name>', 'environment variable that holds the key of the request')
    .option('--v2 <file>', 'translate this answer of v2 and send nothing')
    .option('--item <number>', 'which item of a list to show', parseCount, 1)
    .option('--send', 'execute a write on the configured upstream', false)
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, words: readonly string[], options: ExplainOptions) => {
        const { explain } = await import('./explainRequest.js');
        return explain(words, options, environment, terminal);
      }),
    );
}
