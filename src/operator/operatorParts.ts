import { z } from 'zod';
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

/** Roles at the admin port, in order: each may do all that the roles before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;

export type OperatorRole = (typeof ROLES)[number];

/** Reports whether a role includes the rights of the needed role. */
export const isAllowed = (role: OperatorRole, needed: OperatorRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** A visitor whose name is proven by a token or by a trusted proxy. */
export interface Visitor {
  readonly name: string;
  readonly role: OperatorRole;
  /** Identifies the proof: the visit ends when the proof ends. */
  readonly proof: string;
}

/** Schema of a token in a list: nothing in it can be used as a key. */
export const listedToken = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  isSetting: z.boolean().describe('true for the one token of the settings, which cannot be removed here'),
});

/** Tokens of the admin port. */
export interface AccessTokens {
  readonly list: () => readonly Readonly<z.output<typeof listedToken>>[];
  /** Finds the visitor whose token was presented. The time it takes says nothing about any token. */
  readonly find: (presented: string) => Visitor | undefined;
  /** True while the visitor's token exists and has the same role. */
  readonly stands: (visitor: Visitor) => boolean;
  /** Adds a token and returns its text, which is never shown again; or returns the reason why not. */
  readonly add: (name: string, role: OperatorRole) => Result<string, string>;
  readonly remove: (name: string) => Result<string, string>;
}

/** The parts of the comparison that the operator reads or changes. */
interface AskedComparison {
  readonly collection: Pick<Collection, 'reportOf' | 'findSample' | 'flush'>;
  readonly accounts: { readonly accountsByOperation: () => ReadonlyMap<string, Account> };
  /** Reads the exchanges from one position of the recording, and the position to read on from. */
  readonly recorder: { readonly read: (position: number) => RecordedPart | Promise<RecordedPart> };
  readonly figures: { readonly report: () => ComparisonReport };
}

interface RecordedPart {
  readonly exchanges: readonly RecordedExchange[];
  readonly next: number;
  readonly lost: number;
}

/** Schema of the faults that can be planted, and those in force. */
export const faultsPage = z.object({
  kinds: z.array(z.object({ kind: z.string(), text: z.string() })),
  planted: z.array(z.string()),
});

/** Faults of the embedded marketplace; each change returns what it did, or why it did nothing. */
export interface PlantedFaults {
  readonly view: () => Promise<z.output<typeof faultsPage>>;
  /** Plants a fault of a kind. */
  readonly plant: (kind: string) => Promise<Result<string, string>>;
  /** Removes all faults, even those that other people have planted. */
  readonly clear: () => Promise<Result<string, string>>;
}

/** Tries other lines of a mapping file on answers of both sides that were recorded while a person looked. */
export interface LineTrials {
  /** Goes on recording. Returns the lines in force that begin at `file:line`. Returns undefined without any. */
  readonly look: (
    line: string,
  ) => Promise<{ readonly hash: string; readonly text: string; readonly pairs: number } | undefined>;
  /** Tries other lines in their place. Puts nothing in force. */
  readonly attempt: (trial: {
    readonly line: string;
    readonly inForce: string;
    readonly text: string;
  }) => Promise<{ readonly ok: boolean; readonly lines: readonly string[] }>;
}

/** Schema of the state of the mapping files on the disk, whose fixtures are played: a refused file is not in force. */
const filesState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('passed'), fixtures: z.number() }),
  z.object({ kind: z.literal('refused'), reasons: z.array(z.string()) }),
]);

/** State of the mapping files on the disk. */
export type FilesState = z.output<typeof filesState>;

const optionalText = z.string().optional();

/** Schema of the mappings in force: how each attribute of a resource is made. */
export const mappedPage = z.object({
  hash: z.string(),
  files: filesState,
  ledgers: z.array(
    z.object({
      resource: z.string(),
      attributes: z.array(
        z.object({
          attribute: z.string(),
          class: z.string(),
          place: z.string(),
          source: optionalText,
          codec: optionalText,
          reason: optionalText,
        }),
      ),
    }),
  ),
});

/** Schema of the requests of one shape that no operation answers. */
export const unlistedShape = z.object({
  method: z.string(),
  shape: z.string(),
  requests: z.number(),
  byV1: z.number(),
  callers: z.array(z.string()),
});

/** A seen request with members of the access log. */
interface SeenRequest extends Omit<AccessEntry, 'detail' | 'executed' | 'upstreamMilliseconds'> {
  /** End of the answer, clock ms. */
  readonly at: number;
  readonly resource?: string | undefined;
  readonly operation?: string | undefined;
}

/** A value that is only read. */
export type ReadOnly<Value> = Value extends object
  ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
  : Value;

export interface OperatorParts {
  readonly cutover: Cutover;
  /** Absent where there is no v1 to compare with. */
  readonly comparison: AskedComparison | undefined;
  readonly usage: Pick<UsageReport, 'answer'>;
  /** Returns the progress of the indexes. `true` starts reading the incomplete ones. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** Reads the requests after a position. */
  readonly tail: (position: number) => Promise<{
    readonly requests: readonly SeenRequest[];
    readonly next: number;
    readonly lost: number;
  }>;
  readonly unlisted: () => Promise<readonly ReadOnly<z.output<typeof unlistedShape>>[]>;
  readonly drift: () => Promise<DriftReport>;
  /** Sends the events again that were given up, and returns their number; absent where no program receives any. */
  readonly eventsAgain: (() => Promise<number>) | undefined;
  /** Absent where the upstream is a real marketplace. */
  readonly faults: PlantedFaults | undefined;
  /** Sets a kept pair side by side, with the mapping lines in force. */
  readonly sideBySide: (pair: Sample) => readonly ColumnRow[];
  readonly mapped: () => ReadOnly<z.output<typeof mappedPage>>;
  /** Returns the anchor of an alarm's row in the runbook. */
  readonly alarmAnchor: (kind: string) => string;
  /** Absent where nothing is compared. */
  readonly trials: LineTrials | undefined;
  readonly tokens: AccessTokens;
  readonly now: () => number;
}
