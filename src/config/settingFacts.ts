import { z } from 'zod';

/** What the schema knows of one setting beyond its type. */
export interface SettingFacts {
  /** What it does, in one line: the comment in a file written by `lifeboat init`. */
  readonly about: string;
  /** What a value must be, to end the sentence "must be ..." when it is not. */
  readonly wants: string;
  /** Shown where there is no default. */
  readonly example?: string;
  /** Never shown. */
  readonly secret?: true;
  /** A file or folder: relative to the settings file when written there, else to the working directory. */
  readonly file?: true;
}

/** Where settings register their facts. */
export const settingFacts = z.registry<SettingFacts>();
