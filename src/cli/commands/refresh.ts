import { createModels } from '../../../integrations/models/index.js';
import type { Change } from '../../engine/change.js';
import { type EngineReport, runEngine } from '../../engine/run-engine.js';
import { recountFacts } from '../../server/jobs/recount-facts.js';
import { command } from '../command.js';
import { operatorContext } from '../operator-context.js';

export const refresh = command({
  name: 'refresh',
  summary:
    'recount stored facts, bring gaps, cards, receipts and recommendations up to date now, and say what changed',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const models = createModels({ llm: input.config.llm });
    const ctx = { ...(await operatorContext(input)), models };
    await recountFacts(ctx);
    return runEngine(ctx, 'everything');
  },
  show: ({ changes }: EngineReport) =>
    changes.length === 0 ? 'Nothing changed.' : changes.map(changeLine).join('\n'),
});

const changeLine = ({ did, what, type, summary, why }: Change): string =>
  `${did} ${what} ${type}: ${summary}\n    because ${why}`;
