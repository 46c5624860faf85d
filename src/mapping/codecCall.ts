import type { RuleEntry } from './ruleEntry';

/** A codec as written, taken apart. */
export interface CodecCall {
  readonly name: string;
  /** Its one argument: text from `money(6)`, data from `{ words: {...} }`; undefined when there is none. */
  readonly argument: unknown;
}

/** Takes a written codec apart; `same` when none is named. */
export function codecCall(entry: RuleEntry['codec']): CodecCall {
  if (entry === undefined) return { name: 'same', argument: undefined };
  if (typeof entry !== 'string') {
    const [only, ...others] = Object.entries(entry);
    return only === undefined || others.length > 0
      ? { name: Object.keys(entry).join(', '), argument: undefined }
      : { name: only[0], argument: only[1] };
  }
  const call = /^(\w+)\((.*)\)$/.exec(entry);
  return call === null ? { name: entry, argument: undefined } : { name: call[1] ?? '', argument: call[2] };
}
