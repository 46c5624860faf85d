import type { RenderableProps } from 'preact';
import { ActionForm } from './actionForm';
import type { Page } from './consoleData';
import { Ago, minuteText, Sentence, usePage } from './parts';

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

function Visitor({ page: { visitor, mayChange, path } }: { readonly page: Page }) {
  if (visitor !== undefined)
    return (
      <form class="action" method="post" action="/console/sign-out">
        <span class="soft">{visitor}</span> <button type="submit">Sign out</button>
      </form>
    );
  if (mayChange !== 'signIn') return null;
  return <a href={`/console/sign-in?return=${encodeURIComponent(path)}`}>Sign in</a>;
}

function Rail({ page }: { readonly page: Page }) {
  const { openWrites = 0, version } = page;
  const [, firstStep] = page.path.split(/[/?]/);
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
            <a href={path} aria-current={path === `/${firstStep}` ? 'page' : undefined}>
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
        <p class="soft">version {version}</p>
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
function StateLine({ alarms }: Pick<Page, 'alarms'>) {
  const [worst] = alarms;
  if (worst === undefined)
    return (
      <header class="state good">
        <p>✓ All is well: no alarm</p>
      </header>
    );
  const critical = alarms.filter(({ severity }) => severity === 'critical').length;
  return (
    <header class={`state ${critical > 0 ? 'bad' : 'open'}`}>
      <a href="#alarms">
        <b>
          {critical} critical, {alarms.length - critical} to know:
        </b>{' '}
        <Sentence text={worst.text} />
      </a>
    </header>
  );
}

/** Shows one alarm, with the possible actions beside its text. */
function AlarmLine({ alarm }: { readonly alarm: Page['alarms'][number] }) {
  const { id, since, text, severity, anchor, acknowledged, remedy } = alarm;
  const { path: ownPath } = usePage();
  const help = helps.find(({ word, path }) => text.includes(word) && path !== ownPath);
  return (
    <li>
      <b>{severity}</b> <Sentence text={text} />{' '}
      <span class="soft">
        <Ago at={since} />
        {acknowledged !== undefined && (
          <>
            , seen by {acknowledged.by} <Ago at={acknowledged.at} />
          </>
        )}
      </span>
      <div class="remedies">
        {remedy !== undefined && (
          <ActionForm action={remedy.action} given={remedy.given} tone="primary" submit={remedy.label} />
        )}
        {acknowledged === undefined && (
          <ActionForm action="alarms/acknowledge" given={{ alarm: id }} submit="Acknowledge" />
        )}
        {help !== undefined && <a href={help.path}>{help.text}</a>}
        <a href={`/runbook#${anchor}`}>What to do</a>
      </div>
    </li>
  );
}

/** Shows the alarms in the given order: the operator's view sorts them. */
function AlarmBanner({ alarms }: Pick<Page, 'alarms'>) {
  if (alarms.length === 0) return null;
  const isCritical = alarms.some(({ severity }) => severity === 'critical');
  return (
    <section class={`banner ${isCritical ? 'bad' : 'open'}`} id="alarms" aria-label="what is wrong">
      <h2>{isCritical ? 'Degraded' : 'Warning'}</h2>
      <ul>
        {alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} />
        ))}
      </ul>
    </section>
  );
}

function Answer({ lines, ok: isDone }: NonNullable<Page['notice']>) {
  return (
    <section class={`notice ${isDone ? 'good' : 'bad'}`} role={isDone ? 'status' : 'alert'}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** Shows the frame of every screen. */
export function PageShell({ children }: RenderableProps<object>) {
  const page = usePage();
  const { alarms, notice, at } = page;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <StateLine alarms={alarms} />
      <Rail page={page} />
      <main id="main" tabIndex={-1}>
        {notice !== undefined && <Answer {...notice} />}
        <AlarmBanner alarms={alarms} />
        {children}
        <footer class="soft" id="stand" data-at={at}>
          As of {minuteText(at)} UTC. <span id="live" role="status" />
        </footer>
      </main>
    </>
  );
}
