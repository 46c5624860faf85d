import type { alarmEntries } from '../operator/alarmEntries';
import type { OutputOf } from '../operator/entry';
import type { ScreenView } from '../operator/operatorTable';

/** Data of one screen: outputs of the views of the operator's table. */
export type View =
  | ScreenView
  | { readonly screen: 'missing'; readonly what: string }
  | { readonly screen: 'signIn' };

/** Data of the screen with this name. */
export type ViewOf<Name extends View['screen']> = Extract<View, { readonly screen: Name }>;

/** One resource of the cutover. */
export type ResourceView = ViewOf<'overview'>['stages'][number];

export interface ResourceProps {
  readonly resource: ResourceView;
}

/** One key that was seen. */
export type ClientView = ViewOf<'clients'>['clients'][number];

/** One program that uses a key: what it used in the last days, and what it has to change. */
export type ProgramView = NonNullable<ViewOf<'clients'>['usage']>['clients'][number];

/** The report of the comparison, without the statistics; shares per 10,000. */
export type ReportView = NonNullable<ViewOf<'differences'>['report']>;

/** One cause of differences. */
export type IssueView = ReportView['issues'][number];

/** One place of a pair in three columns; an undefined value is absent there. */
export type PairRow = NonNullable<ViewOf<'issue'>['shown']['pair']>['rows'][number];

/** Answer to the visitor's latest action. */
export interface ActionNotice {
  readonly ok: boolean;
  readonly lines: readonly string[];
  /** Text that the visitor continues with. It is absent if there is none. */
  readonly typed?: string | undefined;
}

/** One page of the console: a view, and the data around it. */
export interface Page {
  /** Path and query of the page. */
  readonly path: string;
  /** Instant at which the page was made, clock ms. */
  readonly at: number;
  readonly version: string;
  readonly alarms: OutputOf<typeof alarmEntries.list>;
  /** Open ambiguous writes. It is undefined while the store fails. */
  readonly openWrites: number | undefined;
  /**
   * Right to make changes: `yes`; `viewer` if the visitor's token has none; `signIn` after signing in; `never` without
   * any token.
   */
  readonly mayChange: 'yes' | 'viewer' | 'signIn' | 'never';
  /** True for a visitor who may change tokens. */
  readonly mayAdmin: boolean;
  /** Name of the visitor, if signed in. */
  readonly visitor: string | undefined;
  readonly notice: ActionNotice | undefined;
  /** Proves that a form comes from a page made for this visitor; empty for a visitor who may not change anything. */
  readonly proof: string;
  readonly view: View;
}

/** A page that shows nothing but the form for signing in. */
export const blankPage: Page = {
  path: '/',
  at: 0,
  version: '',
  alarms: [],
  openWrites: undefined,
  mayChange: 'never',
  mayAdmin: false,
  visitor: undefined,
  notice: undefined,
  proof: '',
  view: { screen: 'signIn' },
};

export interface ScreenProps<Name extends View['screen']> {
  readonly view: ViewOf<Name>;
}
