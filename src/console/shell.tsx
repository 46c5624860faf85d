import type { ComponentChildren } from 'preact';
import { ActionForm } from './actionForm';
import type { AlarmView, Page, View } from './consoleData';
import { Ago, minuteText } from './parts';

/** The screens on the rail, each with the key that opens it after `g`. */
export const screens = [
  { path: '/', title: 'Overview', key: 'o' },
  { path: '/differences', title: 'Differences', key: 'd' },
  { path: '/clients', title: 'Clients', key: 'c' },
  { path: '/writes', title: 'Writes', key: 'w' },
  { path: '/history', title: 'History', key: 'h' },
  { path: '/mappings', title: 'Mappings', key: 'm' },
  { path: '/tokens', title: 'Tokens', key: 't' },
] as const;

/** The path on the rail that a view belongs to. */
const railOf: Readonly<Record<View['screen'], string>> = {
  overview: '/',
  differences: '/differences',
  issue: '/differences',
  clients: '/clients',
  client: '/clients',
  writes: '/writes',
  history: '/history',
  mappings: '/mappings',
  tokens: '/tokens',
  missing: '',
  signIn: '',
};

function Visitor({ page }: { readonly page: Page }) {
  const { visitor, mayChange } = page;
  if (visitor !== undefined) {
    return (
      <form class="action" method="post" action="/console/sign-out">
        <span class="soft">{visitor}</span> <button type="submit">Sign out</button>
      </form>
    );
  }
  if (mayChange !== 'signIn') return null;
  return <a href={`/console/sign-in?return=${encodeURIComponent(page.path)}`}>Sign in</a>;
}

function Rail({ page }: { readonly page: Page }) {
  const current = railOf[page.view.screen];
  const { openWrites = 0 } = page;
  return (
    <nav class="rail" aria-label="screens">
      <a class="brand" href="/">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" />
          <circle cx="12" cy="12" r="4" />
          <path d="M12 3v5M12 16v5M3 12h5M16 12h5" />
        </svg>
        Lifeboat
      </a>
      <ul>
        {screens.map(({ path, title }) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? 'page' : undefined}>
              {title}
              {path === '/writes' && openWrites > 0 && (
                <span class="number" title="open writes">
                  {openWrites}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div class="foot">
        <Visitor page={page} />
        <p class="soft">version {page.version}</p>
        <p class="soft keys">
          <kbd>?</kbd> keys
        </p>
      </div>
    </nav>
  );
}

/** Addresses of the pages that help with an alarm, by a word of its text. */
const helps = [
  { word: '`lifeboat diff`', path: '/differences', text: 'See the differences' },
  { word: 'lifeboat writes', path: '/writes', text: 'See the writes' },
  { word: 'lifeboat stage', path: '/', text: 'See the stages' },
] as const;

/** Shows the whole state in one line with the worst alarm: on a phone it comes first. */
function StateLine({ page: { alarms } }: { readonly page: Page }) {
  const [worst] = alarms;
  const critical = alarms.filter(({ severity }) => severity === 'critical').length;
  const tone = worst === undefined ? 'good' : critical > 0 ? 'bad' : 'open';
  return (
    <header class={`state ${tone}`}>
      {worst === undefined ? (
        <p>✓ All is well: no alarm</p>
      ) : (
        <a href="#alarms">
          <b>
            {critical} critical, {alarms.length - critical} to know:
          </b>{' '}
          {worst.text}
        </a>
      )}
    </header>
  );
}

/** Shows one alarm, with the possible actions beside its text. */
function AlarmLine({ alarm, page }: { readonly alarm: AlarmView; readonly page: Page }) {
  const { id, since, text, severity, anchor, acknowledged, remedy } = alarm;
  const help = helps.find(({ word, path }) => text.includes(word) && path !== page.path);
  const mayChange = page.mayChange === 'yes';
  return (
    <li>
      <b>{severity}</b> {text}{' '}
      <span class="soft">
        <Ago at={since} page={page} />
        {acknowledged !== undefined && (
          <>
            , seen by {acknowledged.by} <Ago at={acknowledged.at} page={page} />
          </>
        )}
      </span>
      <div class="remedies">
        {mayChange && remedy !== undefined && (
          <ActionForm page={page} action={remedy.action} given={remedy.given}>
            <button class="primary" type="submit">
              {remedy.label}
            </button>
          </ActionForm>
        )}
        {mayChange && acknowledged === undefined && (
          <ActionForm page={page} action="alarms/acknowledge" given={{ alarm: id }}>
            <button type="submit">Acknowledge</button>
          </ActionForm>
        )}
        {help !== undefined && <a href={help.path}>{help.text}</a>}
        <a href={`/runbook#${anchor}`}>What to do</a>
      </div>
    </li>
  );
}

/** Shows all alarms, the worst first. */
function Banner({ page }: { readonly page: Page }) {
  const { alarms } = page;
  if (alarms.length === 0) return null;
  const isCritical = alarms.some(({ severity }) => severity === 'critical');
  return (
    <section class={`banner ${isCritical ? 'bad' : 'open'}`} id="alarms" aria-label="what is wrong">
      <h2>{isCritical ? 'Degraded' : 'Warning'}</h2>
      <ul>
        {alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} page={page} />
        ))}
      </ul>
    </section>
  );
}

function Answer({ page: { notice } }: { readonly page: Page }) {
  if (notice === undefined) return null;
  return (
    <section class={`notice ${notice.ok ? 'good' : 'bad'}`} role={notice.ok ? 'status' : 'alert'}>
      {notice.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** Shows the frame of every screen. */
export function PageShell({ page, children }: { readonly page: Page; readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <StateLine page={page} />
      <Rail page={page} />
      <main id="main" tabIndex={-1}>
        <Answer page={page} />
        <Banner page={page} />
        {children}
        <footer class="soft" id="stand" data-at={page.at}>
          As of {minuteText(page.at)} UTC. <span id="live" role="status" />
        </footer>
      </main>
    </>
  );
}
