/** Whether the store can be relied on, and since when not. */
export type Health =
  { readonly ok: true } | { readonly ok: false; readonly since: number; readonly reason: string };

/** Remembers how the store is doing; `changed` hears of each turn for the worse or the better. */
export function createHealth(now: () => number, changed: (health: Health) => void) {
  let health: Health = { ok: true };
  return {
    health: (): Health => health,
    failed: (error: unknown): void => {
      if (!health.ok) return;
      const reason = error instanceof Error ? error.message : String(error);
      health = { ok: false, since: now(), reason };
      changed(health);
    },
    recovered: (): void => {
      if (health.ok) return;
      health = { ok: true };
      changed(health);
    },
  };
}
