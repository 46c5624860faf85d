import { Help, type Option } from 'commander';

const help = new Help();

/** What `--help` says of an option: that it has to be given, and of what is off or empty unless it is given nothing. */
export const describeOption = (option: Option): string =>
  help.optionDescription(option).replace(/ \(default: (?:false|\[\])\)$/, '') +
  (option.mandatory ? ' (required)' : '');
