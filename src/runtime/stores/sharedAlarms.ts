import { type AlarmCondition, type Alarms, createAlarms } from '../../cutover/alarms';
import type { Cutover } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';

/** Number of exchanges after which unchanged alarms are sent again, for members that joined since. */
const RESEND_AFTER_EXCHANGES = 20;

/**
 * Returns the alarms of this process and its workers, such as an upstream that is away. The cutover shows them, and so
 * do all other processes that share the store, as long as this one lives.
 */
export function shareAlarms(
  { alarms, share, members }: Pick<Cutover, 'alarms' | 'share' | 'members'>,
  { now }: Pick<Clock, 'now'>,
): Pick<Alarms, 'watch' | 'take'> {
  // The cutover notifies of them.
  const ownAlarms = createAlarms(now, () => undefined);
  const otherMap = new Map<string, readonly AlarmCondition[]>();
  let sent = '[]';
  let quiet = 0;
  alarms.watch(ownAlarms.current);
  alarms.watch(() =>
    members().flatMap(({ id, live, name }) =>
      live
        ? (otherMap.get(id) ?? []).map((finding) => ({ ...finding, text: `${finding.text} (at ${name})` }))
        : [],
    ),
  );
  share<readonly AlarmCondition[]>('alarms', {
    take: () => {
      const alarms = ownAlarms.current();
      const text = JSON.stringify(alarms);
      quiet += 1;
      if (text === sent && (alarms.length === 0 || quiet < RESEND_AFTER_EXCHANGES)) return undefined;
      [sent, quiet] = [text, 0];
      return alarms;
    },
    // Repeated news are known, or are alarms of this process, which would never end.
    fold: (alarmConditions, from, isRepeated) =>
      isRepeated ? undefined : void otherMap.set(from, alarmConditions),
  });
  return {
    watch: ownAlarms.watch,
    take: (source, findings) => {
      ownAlarms.take(source, findings);
      alarms.current();
    },
  };
}
