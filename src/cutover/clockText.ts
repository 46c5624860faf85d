const DAY = 86_400_000;

/** An instant as people say it, in UTC: the time of day, with the date when it is not within a day. */
export function clockText(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const time = `${iso.slice(11, 16)} UTC`;
  return Math.abs(at - now) < DAY ? time : `${iso.slice(0, 10)} ${time}`;
}
