import type { Check } from '../../core/check.js';
import { ConfigError } from '../../core/errors.js';
import { examine } from '../../operations/doctor/examine.js';
import { loadConfig } from '../../server/load-config.js';
import type { StandaloneCommand } from '../command.js';

const SIGNS: Record<Check['state'], string> = { ok: 'ok   ', off: 'off  ', wrong: 'WRONG' };

export const doctor: StandaloneCommand = {
  name: 'doctor',
  summary: 'check configuration, database, disks, Slack, trackers, models and clock',
  async runAlone(): Promise<Check[]> {
    try {
      return await examine(loadConfig());
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [
        { part: 'configuration', state: 'wrong', detail: 'it is not valid', mend: error.message },
      ];
    }
  },
  show: (checks: readonly Check[]) =>
    checks
      .map(({ part, state, detail, mend }) =>
        [
          `${SIGNS[state]}  ${part.padEnd(13)} ${detail}`,
          ...(mend ? [`       → ${mend}`] : []),
        ].join('\n'),
      )
      .join('\n'),
  complaint: (checks: readonly Check[]) => {
    const wrong = checks.filter(({ state }) => state === 'wrong').map(({ part }) => part);
    return wrong.length > 0 ? `To fix: ${wrong.join(', ')}.` : undefined;
  },
};
