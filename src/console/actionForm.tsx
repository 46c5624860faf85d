import type { ComponentChildren, JSX } from 'preact';
import { Sentence, usePage } from './parts';

/** Name of the field that proves that a form comes from a page of this console. */
export const PROOF = 'proof';

/** A labelled text field. */
type Field = JSX.IntrinsicElements['input'] & { readonly label: string; readonly name: string };

/** Field for the reason that the log keeps. */
export const REASON: Field = { label: 'Reason', name: 'reason', required: true, maxLength: 500 };

/** Makes the field that confirms what hurts clients by the name of what is changed. */
export const confirmBy = (name: string): Field => ({
  label: `Type ${name} to confirm`,
  name: 'confirm',
  required: true,
  title: `exactly ${name}`,
});

interface FormProps {
  /** Action of the operator's table, e.g. `stages/move`. */
  readonly action: string;
  /** Fixed fields, which the visitor does not edit. */
  readonly given?: Readonly<Record<string, string>>;
  /** Path to go to afterwards. Absent: the form's own page. */
  readonly returnTo?: string;
  /** Words on the button that unfolds the form. Absent: the form is one button. */
  readonly unfold?: string;
  readonly tone?: string;
  /** True to show it unfolded, until the visitor folds it. */
  readonly open?: boolean;
  readonly about?: ComponentChildren;
  readonly fields?: readonly Field[];
  /** Words of the tick that acts although the gate is not passed. */
  readonly force?: string | false;
  readonly children?: ComponentChildren;
  /** Words on the button, or on a button for each value of a field. */
  readonly submit: string | { readonly name: string; readonly values: Readonly<Record<string, string>> };
}

function Buttons({ submit, tone }: Pick<FormProps, 'submit' | 'tone'>) {
  if (typeof submit === 'string')
    return (
      <button class={tone} type="submit">
        {submit}
      </button>
    );
  return (
    <div class="remedies">
      {Object.entries(submit.values).map(([value, text]) => (
        <button key={value} type="submit" name={submit.name} value={value}>
          {text}
        </button>
      ))}
    </div>
  );
}

/** Shows a form that acts on the gateway and comes back to a page, without script too; only to who may act. */
export function ActionForm({
  action,
  given = {},
  returnTo,
  unfold,
  tone = '',
  open = false,
  ...form
}: FormProps) {
  const { path, proof, mayChange } = usePage();
  if (mayChange !== 'yes') return null;
  const { about, fields = [], force, children, submit } = form;
  const content = (
    <form class="action" method="post" action={`/console/act/${action}`}>
      {Object.entries({ [PROOF]: proof, return: returnTo ?? path, ...given }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {about !== undefined && <p>{about}</p>}
      {fields.map(({ label, ...field }) => (
        <label key={field.name} class="field">
          <span>{label}</span>
          <input autoComplete="off" {...field} />
        </label>
      ))}
      {typeof force === 'string' && (
        <label class="check">
          <input type="checkbox" name="force" value="yes" />
          <span>{force}</span>
        </label>
      )}
      {children}
      <Buttons submit={submit} tone={tone} />
    </form>
  );
  if (unfold === undefined) return content;
  return (
    <details class={`unfold ${tone}`} name="action" open={open}>
      <summary class={`button ${tone}`}>{unfold}</summary>
      <div class="sheet">{content}</div>
    </details>
  );
}

/** Shows the forms of a subject, or tells a visitor who may not change it why, and how to get the right. */
export function Forms({ children }: { readonly children: ComponentChildren }) {
  const { mayChange, path } = usePage();
  if (mayChange === 'yes') return <div class="actions">{children}</div>;
  return (
    <p class="hint">
      {mayChange === 'viewer' && "Only for looking: your token is a viewer's."}
      {mayChange === 'never' && (
        <Sentence text="Only for looking: set `admin.token` in the settings of the gateway to make changes here." />
      )}
      {mayChange === 'signIn' && (
        <>
          <a href={`/console/sign-in?return=${encodeURIComponent(path)}`}>Sign in</a> to make changes.
        </>
      )}
    </p>
  );
}
