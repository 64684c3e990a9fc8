import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay, localWeekday } from '../../integrations/slack/blocks/local-time.js';
import { snoozeEnd } from '../../integrations/slack/cards/snooze-choices.js';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Stockholm',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/St_Johns',
);
const instant = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2030-01-01'),
  noInvalidDate: true,
});
const clock = (at: Date, timeZone: string): string =>
  at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

describe('the end of a snooze', () => {
  it('is 9:00 of the next day where the person is, whatever the clocks do that night', () => {
    fc.assert(
      fc.property(instant, zone, (now, timeZone) => {
        const end = snoozeEnd('tomorrow', now, timeZone)!;
        expect(clock(end, timeZone)).toBe('09:00');
        expect(localDay(end, timeZone)).toBe(localDay(now, timeZone, 1));
        expect(end.getTime()).toBeGreaterThan(now.getTime());
      }),
    );
  });

  it('is 9:00 of the coming Monday for next week, never today', () => {
    fc.assert(
      fc.property(instant, zone, (now, timeZone) => {
        const end = snoozeEnd('week', now, timeZone)!;
        expect(clock(end, timeZone)).toBe('09:00');
        expect(localWeekday(end, timeZone)).toBe(1);
        const days = (end.getTime() - now.getTime()) / 86_400_000;
        expect(days).toBeGreaterThan(0);
        expect(days).toBeLessThan(8);
      }),
    );
  });

  it('is no time for a choice that is none', () => {
    expect(snoozeEnd('date', new Date(), 'UTC')).toBeUndefined();
    expect(snoozeEnd('', new Date(), 'UTC')).toBeUndefined();
  });
});
