import type { clientEntries } from '../operator/clientEntries';
import type { OutputOf } from '../operator/entry';
import type { stageViews } from '../operator/stageViews';

/** One program that uses a key: what it used in the last days, and what it has to change; instants are ISO texts. */
export type ProgramView = OutputOf<(typeof clientEntries)['usage']>['clients'][number];

/** A time in which v1 requests are refused; instants are ISO texts. */
export type BrownoutView = OutputOf<(typeof clientEntries)['brownouts']>[number];

/** One program's key at one resource. */
type SeenView = OutputOf<(typeof stageViews)['callers']>[number] & { readonly resource: string };

/** One key that was seen. */
export interface ClientView {
  readonly caller: string;
  readonly name?: string | undefined;
  readonly seen: readonly SeenView[];
  /** Compared and differing requests of the key; absent without a comparison. */
  readonly compared?: { readonly compared: number; readonly differing: number } | undefined;
  /** Empty while the store fails. */
  readonly programs: readonly ProgramView[];
}
