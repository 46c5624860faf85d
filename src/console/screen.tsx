import type { ComponentChild } from 'preact';
import { ClientScreen } from './client';
import { ClientsScreen } from './clients';
import type { Page, ScreenProps, View } from './consoleData';
import { DifferencesScreen } from './differences';
import { HistoryScreen } from './history';
import { IssueScreen } from './issue';
import { MappingsScreen } from './mappingsScreen';
import { OverviewScreen } from './overview';
import { PageAround, usePage } from './parts';
import { PageShell } from './shell';
import { Empty, Head } from './tables';
import { TokensScreen } from './tokens';
import { WritesScreen } from './writes';

function SignIn() {
  const { notice, path } = usePage();
  return (
    <main class="signin" id="main">
      <form class="card" method="post" action="/console/sign-in">
        <h1>Lifeboat</h1>
        {notice !== undefined && (
          <p class="bad" role="alert">
            {notice.lines.join(' ')}
          </p>
        )}
        <input type="hidden" name="return" value={path} />
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

const Missing = ({ view }: ScreenProps<'missing'>) => (
  <>
    <Head title="Not found" />
    <Empty title={view.what}>
      It may have gone since the link was made. <a href="/">Overview</a>
    </Empty>
  </>
);

/** Every view by its name: its title, and its component. */
const contents: {
  readonly [Name in View['screen']]: {
    readonly title: string;
    readonly Content: (props: ScreenProps<Name>) => ComponentChild;
  };
} = {
  overview: { title: 'Overview', Content: OverviewScreen },
  differences: { title: 'Differences', Content: DifferencesScreen },
  issue: { title: 'Difference', Content: IssueScreen },
  clients: { title: 'Clients', Content: ClientsScreen },
  client: { title: 'Client', Content: ClientScreen },
  writes: { title: 'Writes', Content: WritesScreen },
  history: { title: 'History', Content: HistoryScreen },
  mappings: { title: 'Mappings', Content: MappingsScreen },
  tokens: { title: 'Tokens', Content: TokensScreen },
  missing: { title: 'Not found', Content: Missing },
  signIn: { title: 'Sign in', Content: SignIn },
};

/** Shows the whole body of a page. */
export function Screen({ page }: { readonly page: Page }) {
  const { Content } = contents[page.view.screen];
  // `contents` has the component of this very view under its name.
  const Shown = Content as (props: { readonly view: View }) => ComponentChild;
  const content = <Shown view={page.view} />;
  return (
    <PageAround.Provider value={page}>
      {page.view.screen === 'signIn' ? content : <PageShell>{content}</PageShell>}
    </PageAround.Provider>
  );
}

/** Returns the title of a page, with the count of alarms. */
export const titleOf = ({ view, alarms }: Pick<Page, 'view' | 'alarms'>): string =>
  `${alarms.length === 0 ? '' : `(${alarms.length}) `}${contents[view.screen].title} · Lifeboat`;
