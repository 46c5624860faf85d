import type { ComponentChildren } from 'preact';
import type { Page } from './consoleData';

/** Name of the field that proves that a form comes from a page of this console. */
export const PROOF = 'proof';

/** Options of ActionForm. */
interface ActionFormProps {
  readonly page: Page;
  /** Action of the operator's table, e.g. `stages/move`. */
  readonly action: string;
  /** Fixed fields, which the visitor does not edit. */
  readonly given: Readonly<Record<string, string>>;
  /** Path to go to afterwards; absent: the form's own page. */
  readonly returnTo?: string;
  readonly children: ComponentChildren;
}

/** Shows a form that acts on the gateway and comes back to a page; it works without script. */
export function ActionForm({
  page,
  action,
  given: givenValues,
  returnTo = page.path,
  children,
}: ActionFormProps) {
  return (
    <form class="action" method="post" action={`/console/act/${action}`}>
      <input type="hidden" name={PROOF} value={page.proof} />
      <input type="hidden" name="return" value={returnTo} />
      {Object.entries(givenValues).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Shows a labelled text field. */
export function FormField({
  label,
  name,
  ...remainingEntry
}: {
  readonly label: string;
  readonly name: string;
  readonly type?: 'date';
  readonly required?: boolean;
  readonly pattern?: string;
  readonly title?: string;
  readonly defaultValue?: string;
  readonly maxLength?: number;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input name={name} autoComplete="off" {...remainingEntry} />
    </label>
  );
}

/** Shows the field for the reason that the log keeps. */
export const ReasonField = () => <FormField label="Reason" name="reason" required maxLength={500} />;

/** Shows the tick that moves a resource although the gate is not passed. */
export const Force = ({ text }: { readonly text: string }) => (
  <label class="check">
    <input type="checkbox" name="force" value="yes" />
    <span>{text}</span>
  </label>
);

/** Shows a button that unfolds a form. */
export function Unfold({
  label,
  tone = '',
  open = false,
  children,
}: {
  readonly label: string;
  readonly tone?: string;
  /** True to show it unfolded, until the visitor folds it. */
  readonly open?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <details class={`unfold ${tone}`} name="action" open={open}>
      <summary class={`button ${tone}`}>{label}</summary>
      <div class="sheet">{children}</div>
    </details>
  );
}

/** Says why a visitor cannot change anything and how he can; shows nothing to a visitor who can. */
export function WhyNot({ page }: { readonly page: Page }) {
  if (page.mayChange === 'yes') return null;
  if (page.mayChange === 'never') {
    return (
      <p class="hint">
        Only for looking: set <code>admin.token</code> in the settings of the gateway to make changes here.
      </p>
    );
  }
  if (page.mayChange === 'viewer') return <p class="hint">Only for looking: your token is a viewer's.</p>;
  return (
    <p class="hint">
      <a href={`/console/sign-in?return=${encodeURIComponent(page.path)}`}>Sign in</a> to make changes.
    </p>
  );
}
