import { ActionForm } from './actionForm';
import type { ScreenProps } from './consoleData';
import { Badge, usePage } from './parts';
import { Empty, Head, Table } from './tables';

/** Shows the owners of the tokens in force, and how an admin makes and removes a token. */
export function TokensScreen({ view: { tokens } }: ScreenProps<'tokens'>) {
  const { mayAdmin } = usePage();
  return (
    <>
      <Head title="Tokens" />
      {mayAdmin ? (
        <div class="actions">
          <ActionForm
            unfold="Add a token"
            tone="primary"
            action="tokens/add"
            about="A viewer looks, an operator changes, an admin also changes tokens."
            fields={[{ label: 'Whose', name: 'name', required: true, maxLength: 40 }]}
            submit={{
              name: 'role',
              values: { viewer: 'As viewer', operator: 'As operator', admin: 'As admin' },
            }}
          />
        </div>
      ) : (
        <p class="hint">Tokens are made and removed by an admin.</p>
      )}
      <Table
        label="tokens"
        rows={tokens}
        keyOf={({ name }) => name}
        empty={
          <Empty title="No tokens">
            Set <code>admin.token</code>, or <code>admin.tokens</code> and then{' '}
            <code>lifeboat admin add NAME</code>: without one nothing can be changed.
          </Empty>
        }
        columns={{
          Name: ({ name, isSetting }) => (
            <>
              <b>{name}</b> {isSetting && <span class="soft">admin.token of the settings</span>}
            </>
          ),
          Role: ({ role }) => <Badge>{role}</Badge>,
          End: ({ name, isSetting }) =>
            mayAdmin &&
            !isSetting && (
              <ActionForm
                unfold="Remove"
                tone="danger"
                action="tokens/remove"
                given={{ name }}
                about="Its sessions end at once."
                submit={`Remove the token of ${name}`}
              />
            ),
        }}
      />
    </>
  );
}
