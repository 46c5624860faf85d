import type { ComponentChild } from 'preact';
import type { Page, ScreenProps, View } from './consoleData';
import { ClientScreen, ClientsScreen } from './clients';
import { DifferencesScreen } from './differences';
import { HistoryScreen } from './history';
import { IssueScreen } from './issue';
import { MappingsScreen } from './mappingsScreen';
import { OverviewScreen } from './overview';
import { Empty, Head } from './parts';
import { PageShell, screens } from './shell';
import { TokensScreen } from './tokens';
import { WritesScreen } from './writes';

type Screens = {
  readonly [Name in View['screen']]: (props: ScreenProps<Name>) => ComponentChild;
};

const contents: Screens = {
  overview: OverviewScreen,
  differences: DifferencesScreen,
  issue: IssueScreen,
  clients: ClientsScreen,
  client: ClientScreen,
  writes: WritesScreen,
  history: HistoryScreen,
  mappings: MappingsScreen,
  tokens: TokensScreen,
  missing: ({ view }) => (
    <>
      <Head title="Not found" />
      <Empty title={view.what}>
        It may have gone since the link was made. <a href="/">Overview</a>
      </Empty>
    </>
  ),
  signIn: () => null,
};

function Content({ page }: { readonly page: Page }) {
  // `contents` has the component of this very view under its name.
  const show = contents[page.view.screen] as (props: { view: View; page: Page }) => ComponentChild;
  return <>{show({ view: page.view, page })}</>;
}

function SignIn({ page }: { readonly page: Page }) {
  const { notice } = page;
  return (
    <main class="signin" id="main">
      <form class="card" method="post" action="/console/sign-in">
        <h1>Lifeboat</h1>
        {notice !== undefined && (
          <p class="bad" role="alert">
            {notice.lines.join(' ')}
          </p>
        )}
        <input type="hidden" name="return" value={page.path} />
        <label class="field">
          <span>Your token</span>
          <input name="token" type="password" required autoComplete="current-password" />
        </label>
        <button class="primary" type="submit">
          Sign in
        </button>
        <p class="hint">
          Its name stands in the log. <code>lifeboat admin add NAME</code> makes one; <code>admin.token</code>{' '}
          of the settings is the one of <code>admin</code>.
        </p>
      </form>
    </main>
  );
}

/** Shows the whole body of a page. */
export function Screen({ page }: { readonly page: Page }) {
  if (page.view.screen === 'signIn') return <SignIn page={page} />;
  return (
    <PageShell page={page}>
      <Content page={page} />
    </PageShell>
  );
}

/** Returns the title of a page. */
export function titleOf({ view, alarms }: Pick<Page, 'view' | 'alarms'>): string {
  const ownEntry = {
    issue: 'Difference',
    client: 'Client',
    missing: 'Not found',
    signIn: 'Sign in',
  } as const;
  const title =
    view.screen in ownEntry
      ? ownEntry[view.screen as keyof typeof ownEntry]
      : (screens.find(({ path }) => path === `/${view.screen}`)?.title ?? 'Overview');
  const count = alarms.length === 0 ? '' : `(${alarms.length}) `;
  return `${count}${title} · Lifeboat`;
}
