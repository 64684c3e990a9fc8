type Parts = Intl.DateTimeFormatOptions;

const DAY: Parts = { month: 'short', day: 'numeric', year: 'numeric' };
const LONG_DAY: Parts = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' };
const TIME: Parts = { hour: 'numeric', minute: '2-digit' };

/**
 * Fills Slack's date tokens (`{date_short_pretty} at {time}` and the like) for one reader.
 * @param seconds Unix time
 */
export function slackDate(format: string, seconds: number, timeZone: string): string {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return '';
  const show = (parts: Parts) => at.toLocaleString('en-US', { ...parts, timeZone });
  return format.replace(/\{(\w+)\}/g, (whole, token: string) => {
    const pretty = token.endsWith('_pretty') ? nearbyDay(at, timeZone) : undefined;
    if (pretty) return pretty;
    switch (token.replace(/_pretty$/, '')) {
      case 'date_num':
        return at.toLocaleDateString('en-CA', { timeZone });
      case 'date':
        return show({ ...DAY, month: 'long' });
      case 'date_short':
        return show(DAY);
      case 'date_long':
        return show(LONG_DAY);
      case 'time':
        return show(TIME);
      case 'time_secs':
        return show({ ...TIME, second: '2-digit' });
      case 'ago':
        return ago(at);
      default:
        return whole;
    }
  });
}

function nearbyDay(at: Date, timeZone: string): string | undefined {
  const day = (date: Date) => Date.parse(date.toLocaleDateString('en-CA', { timeZone }));
  const apart = Math.round((day(at) - day(new Date())) / 86_400_000);
  return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[apart];
}

function ago(at: Date): string {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000);
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  );
}
