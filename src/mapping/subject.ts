import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import type { DateStyle } from '../translation/codecs/date';
import type { Complaints } from './complaints';
import type { LedgerAttribute } from './ledger';
import type { RuleEntry } from './ruleEntry';

/** What resolving one file's attributes works on and adds to. */
export interface AttributeContext {
  readonly complaints: Complaints;
  readonly dates: DateStyle;
  /** Ledger lines, filled while resolving. */
  readonly ledger: LedgerAttribute[];
  /** v2 paths that some rule reads and the v1 attributes it makes of them, filled while resolving. */
  readonly used: Map<string, string[]>;
  /** v2 paths of which a rule takes none but the declared values, filled while resolving. */
  readonly closed: Set<string>;
}

/** One attribute rule on its way from text to closure: where it is written, what it makes, where it reads. */
export interface Subject {
  readonly entry: RuleEntry;
  readonly path: Path;
  readonly v1: Field;
  /** The v2 object that `entry.from` starts in, and its own path, empty at the root. */
  readonly v2: Field;
  readonly base: string;
  /** v1 path, e.g. `delivery_time.unit`, and its last name. */
  readonly attribute: string;
  readonly name: string;
}
