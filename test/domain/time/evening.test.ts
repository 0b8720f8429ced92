import { expect, test } from 'vitest';
import { dayOf, isEveningOf } from '../../../src/domain/time/civil-date.ts';

/** Whether the clocks of a time zone show 18:00 or later on that day, as Intl says it. */
function byClocks(date: string, instant: number, timeZone: string): boolean {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const [shown, time] = format.format(instant).split(' ') as [string, string];
  return shown === date ? time >= '18:00:00' : shown > date;
}

test.each([
  ['Europe/Prague', '2026-06-10', 'a usual day'],
  ['Europe/Prague', '2026-03-29', 'a day of 23 hours'],
  ['Europe/Prague', '2026-10-25', 'a day of 25 hours'],
  ['Africa/Cairo', '2026-04-23', 'the day before one that begins at 1:00'],
  ['Africa/Cairo', '2026-10-29', 'a day whose last hour comes twice'],
  ['Asia/Kathmandu', '2026-06-10', 'a zone of quarters of an hour'],
  ['America/St_Johns', '2026-11-01', 'west of UTC'],
])('in %s on %s the evening begins when clocks show 18:00: %s (M4)', (timeZone, date) => {
  const noonUtc = Date.parse(`${date}T12:00:00Z`);
  for (let minutes = -30 * 60; minutes <= 30 * 60; minutes += 5) {
    for (const seconds of [-1, 0]) {
      const instant = noonUtc + (minutes * 60 + seconds) * 1_000;
      expect([new Date(instant).toISOString(), isEveningOf(dayOf(date), instant, timeZone)]).toEqual([
        new Date(instant).toISOString(),
        byClocks(date, instant, timeZone),
      ]);
    }
  }
});
