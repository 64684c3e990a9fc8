import { createModels } from '../../../integrations/models/index.js';
import type { Change } from '../../engine/change.js';
import { type EngineReport, runEngine } from '../../engine/run-engine.js';
import { command } from '../command.js';
import { operatorContext } from '../operator-context.js';

export const refresh = command({
  name: 'refresh',
  summary: 'bring gaps, cards, receipts and recommendations up to date now, and say what changed',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const models = createModels({ llm: input.config.llm });
    return runEngine({ ...(await operatorContext(input)), models }, 'everything');
  },
  show: ({ changes }: EngineReport) =>
    changes.length === 0 ? 'Nothing changed.' : changes.map(told).join('\n'),
});

const told = ({ did, what, type, summary, why }: Change): string =>
  `${did} ${what} ${type}: ${summary}\n    because ${why}`;
