import type { Json } from '../contract/json';
import type { RuleEntry } from '../mapping/ruleEntry';

/** One proposed mapping line: what it says, and in how many things of as many it makes v1's value out of v2's. */
export interface LearnedLine {
  /** v1 name. */
  readonly attribute: string;
  /** v2 path, from the root or from the object that is picked out of. */
  readonly from: string;
  /** Absent where the value comes over as it is. */
  readonly codec?: NonNullable<RuleEntry['codec']>;
  /** Of an object: its members, one line each. */
  readonly pick?: readonly LearnedLine[];
  readonly onNull?: 'pass';
  /** What v1 showed where v2 had nothing. */
  readonly default?: Json;
  readonly seen: number;
}

/** A v1 attribute that no line is proposed for, and why. */
export interface OpenAttribute {
  readonly attribute: string;
  readonly why: string;
}
