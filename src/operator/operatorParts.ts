import type { Account } from '../comparison/keep/comparisonAccounts';
import type { Collection } from '../comparison/keep/collection';
import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import type { Sample } from '../comparison/keep/keptSample';
import type { ColumnRow } from '../comparison/report/pairColumns';
import type { ComparisonReport } from '../comparison/report/comparisonReport';
import type { Result } from '../contract/result';
import type { Cutover } from '../cutover/cutover';
import type { DriftReport } from '../drift/driftReport';
import type { AccessEntry } from '../gateway/context';
import type { IndexState } from '../gateway/lookup/lookups';
import type { UsageReport } from '../usage/usageReport';
import type { AccessTokens } from './visitor';

/** The comparison as the operator asks it. */
interface AskedComparison {
  readonly collection: Pick<Collection, 'reportOf' | 'sample'>;
  readonly accounts: { readonly of: () => ReadonlyMap<string, Account> };
  readonly recorder: {
    readonly read: (after: number) => RecordedPart | Promise<RecordedPart>;
  };
  readonly figures: { readonly report: () => ComparisonReport };
}

/** Exchanges since a place of the recording, and the place to go on from. */
interface RecordedPart {
  readonly exchanges: readonly RecordedExchange[];
  readonly next: number;
  readonly lost: number;
}

/** Faults of the embedded marketplace; each change says what it did, or why not. */
export interface PlantedFaults {
  readonly view: () => Promise<{
    readonly kinds: readonly { readonly kind: string; readonly text: string }[];
    readonly planted: readonly string[];
  }>;
  /** Plants a fault of a kind. */
  readonly plant: (kind: string) => Promise<Result<string, string>>;
  /** Removes all faults, also those that others have planted. */
  readonly clear: () => Promise<Result<string, string>>;
}

/** Tries other lines of a mapping file on what both sides have answered while somebody looked. */
export interface LineTrials {
  /** Records on, and shows the lines in force that begin at `file:line`; undefined if there are none. */
  readonly look: (
    line: string,
  ) => Promise<{ readonly hash: string; readonly text: string; readonly pairs: number } | undefined>;
  /** Tries other lines in place of those; nothing is put in force. */
  readonly attempt: (asked: {
    readonly line: string;
    readonly inForce: string;
    readonly text: string;
  }) => Promise<{ readonly ok: boolean; readonly lines: readonly string[] }>;
}

/** The mapping files on the disk, whose fixtures are played: a file that is refused is not in force. */
export type FilesState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'passed'; readonly fixtures: number }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** How the attributes of a resource are made. */
interface MappedResource {
  readonly resource: string;
  readonly attributes: readonly {
    readonly attribute: string;
    readonly class: string;
    readonly source?: string;
    readonly codec?: string;
    readonly reason?: string;
    readonly place: string;
  }[];
}

/** A request that was seen, as the access log has it. */
interface SeenRequest extends Omit<AccessEntry, 'detail' | 'executed' | 'upstreamMilliseconds'> {
  /** The end of its answer, clock ms. */
  readonly at: number;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
}

/** Requests of one shape that no operation answers. */
interface UnlistedShape {
  readonly method: string;
  readonly shape: string;
  readonly requests: number;
  readonly byV1: number;
  readonly callers: readonly string[];
}

/** What the entries of the operator are about: parts of one gateway. */
export interface OperatorParts {
  readonly cutover: Cutover;
  /** Absent where there is no v1 to compare with. */
  readonly comparison: AskedComparison | undefined;
  readonly usage: Pick<UsageReport, 'answer'>;
  /** Returns the progress of the indexes; `true` starts reading the incomplete ones. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** Reads the requests since a place. */
  readonly tail: (after: number) => Promise<{
    readonly requests: readonly SeenRequest[];
    readonly next: number;
    readonly lost: number;
  }>;
  readonly unlisted: () => Promise<readonly UnlistedShape[]>;
  readonly drift: () => Promise<DriftReport>;
  /** Absent where a real marketplace is behind the gateway. */
  readonly faults: PlantedFaults | undefined;
  /** Sets a kept pair side by side, with the mapping lines in force. */
  readonly sideBySide: (pair: Sample) => readonly ColumnRow[];
  readonly mapped: () => {
    readonly hash: string;
    readonly files: FilesState;
    readonly ledgers: readonly MappedResource[];
  };
  /** Names the row of an alarm in the runbook. */
  readonly alarmAnchor: (kind: string) => string;
  /** Absent where nothing is compared. */
  readonly trials: LineTrials | undefined;
  readonly tokens: AccessTokens;
  /** True where a move forward takes two people. */
  readonly takesTwo: boolean;
  readonly now: () => number;
}
