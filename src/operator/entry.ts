import { z } from 'zod';
import type { Result } from '../contract/result';
import type { OperatorParts, OperatorRole, ReadOnly } from './operatorParts';
import type { OperatorProblemName } from './operatorProblems';

/** A refusal, and further members of its answer. */
export interface EntryRefusal {
  readonly problem: OperatorProblemName;
  readonly detail: string;
  readonly more?: object;
}

/** Output of an entry, to be read. */
export type OutputOf<Of extends Pick<Entry, 'output'>> = ReadOnly<z.output<Of['output']>>;

/** Outcome of an entry: its output, or the reason why there is none. */
export type EntryOutcome<Output> = Result<ReadOnly<Output>, EntryRefusal>;

/**
 * One view or one action of the operator. The admin API, its document, the forms of the console and the client of the
 * commands are generated from it.
 */
export interface Entry<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** Path of the entry below `/api/`. */
  readonly name: string;
  /** A view is read by GET with a query; an action is taken by POST with JSON. */
  readonly kind: 'view' | 'action';
  /** Least role that may use the entry. On the machine itself every visitor has a viewer's rights. */
  readonly role: OperatorRole;
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Says in sentences what an action has done. */
  words?(input: z.output<Input>, output: z.output<Output>): readonly string[];
  run(
    operatorParts: OperatorParts,
    input: z.output<Input>,
    actor: string,
  ): EntryOutcome<z.output<Output>> | Promise<EntryOutcome<z.output<Output>>>;
}

type Rest<Input extends z.ZodType, Output extends z.ZodType> = Omit<Entry<Input, Output>, 'kind' | 'role'> & {
  readonly role?: OperatorRole;
};

/** Declares a view, open to a viewer unless it names another role. */
export const declareView = <Input extends z.ZodType, Output extends z.ZodType>(
  entry: Rest<Input, Output>,
): Entry<Input, Output> => ({ role: 'viewer', ...entry, kind: 'view' });

/** Declares an action, open to an operator unless it names another role. */
export const declareAction = <Input extends z.ZodType, Output extends z.ZodType>(
  entry: Rest<Input, Output>,
): Entry<Input, Output> => ({ role: 'operator', ...entry, kind: 'action' });

export const makeRefusal = (
  problem: OperatorProblemName,
  detail: string,
  more?: object,
): { readonly ok: false; readonly failure: EntryRefusal } => ({
  ok: false,
  failure: { problem, detail, ...(more !== undefined && { more }) },
});

/** Says what is wrong with an input, each fault behind the name of its field. */
export const inputFaults = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ');

/** Input of a view without parameters. */
export const noInput = z.object({});

/** Schema of an optional text. The empty field of a form counts as absent. */
export const textOrNone = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => (text === '' ? undefined : text))
    .optional();

/** Schema of an instant with its offset from UTC, or of a day, which stands for its beginning in UTC; returns clock ms. */
export const instant = z
  .union(
    [
      z.iso.date(),
      z.iso.datetime({ offset: true }),
      z.iso.datetime({ offset: true, precision: -1 }),
      z.literal(''),
    ],
    'an instant is written 2026-01-31 or 2026-01-31T12:00:00Z',
  )
  .transform((text) => (text === '' ? undefined : Date.parse(text)))
  .optional();

/** Schema of a switch; the form of a page sends `yes`. */
export const switched = z
  .union([z.boolean(), z.enum(['yes', 'no'])])
  .transform((value) => value === true || value === 'yes')
  .optional();

const PERSON_CHARACTERS = 100;

/** Schema of a caller as a person names it: by name, fingerprint or the beginning of one. */
export const askedCaller = z.string().min(1).max(PERSON_CHARACTERS);

/** Inputs that give the reason of a change; `by` names a person, and is a note beside the proven actor. */
export const reasonInputs = {
  reason: z.string('a reason is needed').trim().min(1, 'a reason is needed').max(500),
  by: textOrNone(PERSON_CHARACTERS),
};

/** Adds the noted person to a reason. */
export const reasonText = (
  { reason, by }: { readonly reason: string; readonly by?: string | undefined },
  actor: string,
): string => (by === undefined || by === actor ? reason : `${reason} (by ${by})`);

/** Sentence about a change that is in force but not stored. */
export const NOT_KEPT = 'In force, but not stored yet: the store fails, and it is tried again.';
