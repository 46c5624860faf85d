import type { Route } from '../../gateway/gateway';

/** The attributes that a request does not ask for; none where its query makes no sense, which is refused. */
export function withheldBy({ operation, query = new URLSearchParams() }: Route): readonly string[] {
  const asked = operation.query?.(query);
  return asked?.ok === true ? asked.value.hidden : [];
}
