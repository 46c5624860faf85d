import { ActionForm, FormField, Unfold } from './actionForm';
import type { Page, ScreenProps, ViewOf } from './consoleData';
import { Badge, Empty, Head, Table } from './parts';

type Token = ViewOf<'tokens'>['tokens'][number];

const ROLES = ['viewer', 'operator', 'admin'] as const;

/** Makes a token for a person; the answer shows it once. */
function Add({ page }: { readonly page: Page }) {
  return (
    <Unfold label="Add a token" tone="primary">
      <ActionForm page={page} action="tokens/add" given={{}}>
        <FormField label="Whose" name="name" required maxLength={40} />
        <p>A viewer looks, an operator changes, an admin also changes tokens.</p>
        <div class="remedies">
          {ROLES.map((role) => (
            <button key={role} type="submit" name="role" value={role}>
              As {role}
            </button>
          ))}
        </div>
      </ActionForm>
    </Unfold>
  );
}

function Row({ token: { name, role, isSetting }, page }: { readonly token: Token; readonly page: Page }) {
  return (
    <tr>
      <td>
        <b>{name}</b> {isSetting && <span class="soft">admin.token of the settings</span>}
      </td>
      <td>
        <Badge tone="">{role}</Badge>
      </td>
      <td>
        {page.mayAdmin && !isSetting && (
          <Unfold label="Remove" tone="danger">
            <ActionForm page={page} action="tokens/remove" given={{ name }}>
              <p>Its sessions end at once.</p>
              <button class="danger" type="submit">
                Remove the token of {name}
              </button>
            </ActionForm>
          </Unfold>
        )}
      </td>
    </tr>
  );
}

/** Shows the owners of the tokens in force, and how to make and remove a token. */
export function TokensScreen({ view: { tokens }, page }: ScreenProps<'tokens'>) {
  return (
    <>
      <Head title="Tokens" />
      {page.mayAdmin ? (
        <div class="actions">
          <Add page={page} />
        </div>
      ) : (
        <p class="hint">Tokens are made and removed by an admin.</p>
      )}
      {tokens.length === 0 ? (
        <Empty title="No tokens">
          Set admin.token, or admin.tokens and then lifeboat admin add NAME: without one nothing can be
          changed.
        </Empty>
      ) : (
        <Table label="tokens" columns={['Name', 'Role', 'End']}>
          {tokens.map((token) => (
            <Row key={token.name} token={token} page={page} />
          ))}
        </Table>
      )}
    </>
  );
}
