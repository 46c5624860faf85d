import { ActionForm, Unfold } from './actionForm';
import type { FaultsView, Page } from './consoleData';

/** Disturbs the embedded marketplace, to see what the page shows of it; nothing where a real one is behind the gateway. */
export function SandboxFaults({
  faults,
  page,
}: {
  readonly faults: FaultsView | undefined;
  readonly page: Page;
}) {
  if (faults === undefined || page.mayChange !== 'yes') return null;
  const { kinds, planted } = faults;
  return (
    <section class="card" aria-label="sandbox">
      <h2>The embedded marketplace</h2>
      <p class="soft">
        {planted.length === 0
          ? 'It answers well. Plant a fault and see what the page shows of it.'
          : 'Disturbed:'}
      </p>
      {planted.length > 0 && (
        <ul class="plain">
          {planted.map((text, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Unfold label="Plant a fault">
          <ActionForm page={page} action="faults" given={{}}>
            {kinds.map(({ kind, text }) => (
              <button key={kind} type="submit" name="kind" value={kind}>
                {text}
              </button>
            ))}
          </ActionForm>
        </Unfold>
        {planted.length > 0 && (
          <ActionForm page={page} action="faults" given={{}}>
            <button type="submit">Remove all faults</button>
          </ActionForm>
        )}
      </div>
    </section>
  );
}
