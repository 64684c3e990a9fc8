import type { SystemDatabase } from '../../../db/system-database.js';
import type { Config } from '../../config/config.js';
import { type Check, off, ok, wrong } from '../../core/check.js';
import { teamOfSettings } from '../../core/teams.js';
import { listed } from '../../core/words.js';
import type { TrackerSurroundings } from '../../issues/adapter.js';
import { agentsOf } from '../../issues/hand-over.js';
import { tokenStore } from '../../issues/token-store.js';
import type { Tracker } from '../../issues/tracker.js';
import { TrackerFailure } from '../../issues/tracker-failure.js';
import { checkedOutside } from './checked-outside.js';

/** Checks each tracker, and whether questions inside its issues can be answered. */
export function checkTrackers(
  config: Config,
  system: SystemDatabase | undefined,
): Promise<Check>[] {
  const surroundings = surroundingsOf(config, system);
  return config.trackers.flatMap(({ provider, name, credential, answersWith, connect }) => {
    if (!connect) return [Promise.resolve(off(provider, `without ${credential}`))];
    const tracker = surroundings.then(connect);
    const questions = `${provider} questions`;
    return [
      checkedOutside(provider, name, async () => checkTracker(await tracker)),
      ...(answersWith
        ? [
            checkedOutside(questions, name, async () =>
              checkQuestions(questions, answersWith, await tracker),
            ),
          ]
        : []),
    ];
  });
}

async function surroundingsOf(
  config: Config,
  system: SystemDatabase | undefined,
): Promise<TrackerSurroundings> {
  const { publicUrl = '', teamId } = config;
  const found = system && (await teamOfSettings(system, teamId).catch(() => undefined));
  if (!system || !found || !('team' in found)) return { publicUrl };
  return { publicUrl, tokens: tokenStore(config, system.team(found.team.teamId)) };
}

/**
 * Checks that the tracker accepts our credentials and knows the place for new issues, and lists the coding agents
 * that issues can be handed to. Creates nothing.
 */
async function checkTracker(tracker: Tracker): Promise<Check> {
  try {
    const [where, offered] = [await tracker.whereTo(), await agentsOf(tracker, {})];
    const names = offered?.agents.map(({ name }) => name);
    const agents = names?.length ? `coding agents: ${listed(names)}` : offered?.whyNone;
    return ok(tracker.provider, [where, agents].filter(Boolean).join('; '));
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    return wrong(tracker.provider, 'issues cannot be created', error.message);
  }
}

/** Checks that questions inside the tracker's issues arrive and can be answered. Answers none. */
async function checkQuestions(
  part: string,
  answersWith: string,
  { questions }: Tracker,
): Promise<Check> {
  if (!questions) return off(part, `without ${answersWith}`);
  try {
    return ok(part, await questions.howToAsk());
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    return wrong(part, 'questions in issues cannot be answered', error.message);
  }
}
