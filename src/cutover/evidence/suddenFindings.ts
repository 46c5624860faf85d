import { type AlarmCondition, type AlarmActivityCheck, causeList, MAX_NAMED } from '../alarms';
import type { BadStreak, SuddenStreaks } from './suddenStreaks';

/** Streak of all callers of an operation, or else the longest of single callers, with the words that name these. */
interface AlarmingStreak extends Pick<BadStreak, 'operation' | 'side' | 'bad' | 'word'> {
  readonly resource: string;
  /** Number of good requests before. */
  readonly good: number;
  /** Names the callers with separate streaks after a word. It is empty if all callers together have one. */
  readonly callersText: (word: string) => string;
}

/** Finds for each operation and side the streak that an alarm names. */
function findStreaks(
  streaks: SuddenStreaks,
  callerText: (caller: string) => string,
  now: number,
): readonly AlarmingStreak[] {
  return [...streaks.listResources()].flatMap((resource) =>
    streaks.alarmingStreaks(resource, now).flatMap((ownStreaks) => {
      const longestFirst = ownStreaks.toSorted((streak, nextStreak) => nextStreak.bad - streak.bad);
      const ofAll = ownStreaks.find(({ caller }) => caller === '');
      const streak = ofAll ?? longestFirst[0];
      if (streak === undefined) return [];
      const callers = longestFirst.map(({ caller }) => callerText(caller));
      const callersText = (word: string) =>
        ofAll === undefined ? ` ${word} ${causeList(callers, MAX_NAMED)}` : '';
      return [{ ...streak, resource, good: streak.before ?? 0, callersText }];
    }),
  );
}

/** Returns an alarm for each operation whose writes, all or those of a caller, are refused and were accepted before. */
export const suddenRefusalAlarms = (
  streaks: SuddenStreaks,
  callerText: (caller: string) => string,
  now: number,
): readonly AlarmCondition[] =>
  findStreaks(streaks, callerText, now).map((streak) => {
    const { resource: subject, operation: cause, side, bad, word, good, callersText } = streak;
    const last = bad === 1 ? 'write' : `${bad} writes`;
    const maybe = bad === 1 ? ': its own mistake, or one of v2' : '';
    const text = `${subject}: ${side} has refused the last ${last} of ${cause}${callersText('by')} (${word}), ${good} were answered before${maybe}`;
    return { kind: `refusals ${side}`, severity: 'warning', subject, part: cause, text };
  });

/**
 * Makes an alarm for each operation whose answers were equal and now differ, for all callers or for some. A proven
 * difference has an alarm already; a client that polls one address seldom leads to a proof.
 */
export const suddenDifferenceAlarms = (
  isAlarmActive: AlarmActivityCheck,
  streaks: SuddenStreaks,
  callerText: (caller: string) => string,
  now: number,
): readonly AlarmCondition[] =>
  findStreaks(streaks, callerText, now).flatMap(
    ({ resource: subject, operation: cause, bad, good, callersText }) => {
      // An active alarm continues, because its end would report "over" while v2 still differs.
      if (isAlarmActive('regression', subject, cause) && !isAlarmActive('differing', subject, cause))
        return [];
      const text = `${subject}: the last ${bad} compared answers of ${cause}${callersText('to')} differ from v1's, ${good} did not before: see \`lifeboat diff\``;
      return [{ kind: 'differing', severity: 'warning', subject, part: cause, text }];
    },
  );
