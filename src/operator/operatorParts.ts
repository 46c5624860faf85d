import type { Account } from '../comparison/keep/comparisonAccounts';
import type { Collection } from '../comparison/keep/collection';
import type { RecordedExchange } from '../comparison/keep/recordedExchange';
import type { ComparisonReport } from '../comparison/report/comparisonReport';
import type { Result } from '../contract/result';
import type { Cutover } from '../cutover/cutover';
import type { DriftReport } from '../drift/driftReport';
import type { AccessEntry } from '../gateway/context';
import type { IndexState } from '../gateway/lookup/lookups';
import type { UsageReport } from '../usage/usageReport';
import type { Approvals } from './approvals';
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
interface PlantedFaults {
  readonly plant: (kind: string) => Promise<Result<string, string>>;
  readonly clear: () => Promise<Result<string, string>>;
}

/** Tries other lines of a mapping file; nothing is put in force. */
interface LineTrials {
  readonly attempt: (asked: {
    readonly line: string;
    readonly inForce: string;
    readonly text: string;
  }) => Promise<{ readonly ok: boolean; readonly lines: readonly string[] }>;
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
  /** Absent where nothing is compared. */
  readonly trials: LineTrials | undefined;
  readonly tokens: AccessTokens;
  readonly approvals: Approvals;
  readonly now: () => number;
}
