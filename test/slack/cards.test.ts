import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { createBench } from '../support/slack.js';
import { card, daysAgo, load, recommendationCard } from './team.js';

const database = useDatabase();

const words = (blocks: unknown): string => JSON.stringify(blocks);

describe('a card in the channel', () => {
  it('says what it is, why now, and what people said, and offers the actions of its state', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();

    const [post, ...others] = bench.slack.of('chat.postMessage');
    expect(others).toEqual([]);
    expect(post).toMatchObject({ channel: 'C1', unfurl_links: 'false', unfurl_media: 'false' });
    expect(post?.text).toBe(
      'A belief now spans studies: The export trouble shows up in a second study.',
    );
    const shown = words(post?.blocks);
    expect(shown).toContain('SIG-12');
    expect(shown).toContain('5 people in 2 studies');
    expect(shown).toContain('rich_text_quote');
    expect(shown).toContain('I gave up on the invoice export for the 1. time.');
    expect(shown).toContain('— Ana P. · Onboarding interviews · 10 days ago"');
    expect(shown).toContain(' · against it');
    expect(shown).not.toContain('Petrova');
    expect(shown.match(/"action_id":"[^"]+"/g)).toEqual([
      '"action_id":"card.followed"',
      '"action_id":"card.dismissed"',
      '"action_id":"card.details"',
      '"action_id":"card.more"',
    ]);
  });

  it('of a finished study lists what to ask next', async () => {
    const bench = await createBench(database);
    const study = {
      resource: 'study',
      studyId: 's3',
      name: 'Finished',
      status: 'completed',
      createdAt: daysAgo(90),
      summary: {
        narrative: 'Done.',
        confidence: 'high',
        suggestedNextQuestions: ['Who exports every day?', 'What do <others> use?'],
        lastUpdated: daysAgo(5),
      },
    };
    const refs = { studyIds: ['s3'] };
    await load(database, bench.teamId, [study, card({ type: 'follow_up_suggestion', refs })]);
    await bench.settle();
    const shown = words(bench.slack.of('chat.postMessage')[0]?.blocks);
    expect(shown).toContain('Who exports every day?');
    expect(shown).toContain('What do <others> use?');
    expect(shown).toContain('In Finished');
  });

  it('is resolved by a press, keeps its evidence, and says who did it', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();

    const answer = await bench.act({ action_id: 'card.followed', value: 'c1' });
    expect(answer.status).toBe(200);
    await bench.settle();

    const [update, ...others] = bench.slack.of('chat.update');
    expect(others).toEqual([]);
    const shown = words(update?.blocks);
    expect(shown).toContain('Resolved as handled by <@U1>');
    expect(shown).toContain('I gave up on the invoice export');
    expect(shown.match(/"action_id":"[^"]+"/g)).toEqual([
      '"action_id":"card.bring-back"',
      '"action_id":"card.details"',
    ]);
    expect(update?.text).toMatch(/^Resolved: /);
    const [post, note, ...more] = bench.slack.of('chat.postMessage');
    expect(more).toEqual([]);
    expect(note?.thread_ts).toBe(update?.ts);
    expect(post?.thread_ts).toBeUndefined();
    // by name, so that users are not notified of their own actions
    expect(note?.text).toMatch(/^Resolved as handled by Maya Lindqvist \d{4}-/);
    expect(words(note?.blocks)).not.toContain('<@');
    expect(bench.slack.responses).toEqual([]);
  });

  it('tells the second of two users who was first', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    const tom = { user: { id: 'U2', username: 'tom', team_id: 'T1' } };
    await Promise.all([
      bench.act({ action_id: 'card.followed', value: 'c1' }),
      bench.act({ action_id: 'card.dismissed', value: 'c1' }, tom),
    ]);
    await bench.settle();

    expect(bench.slack.responses).toHaveLength(1);
    expect(bench.slack.responses[0]).toMatchObject({
      response_type: 'ephemeral',
      replace_original: false,
      text: expect.stringMatching(
        /^This card has already been resolved\. (Resolved as handled|Dismissed) by <@U[12]>/,
      ),
    });
  });

  it('is accepted and offers what a recommendation allows after that', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    const [post] = bench.slack.of('chat.postMessage');
    expect(words(post?.blocks)).toContain('Make the export resume by itself');
    expect(words(post?.blocks).match(/"action_id":"[^"]+"/g)).toEqual([
      '"action_id":"recommendation.accept"',
      '"action_id":"recommendation.dismiss"',
      '"action_id":"card.details"',
      '"action_id":"card.more"',
    ]);

    await bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await bench.settle();
    const shown = words(bench.slack.of('chat.update').at(-1)?.blocks);
    expect(shown).toContain('Recommendation accepted by <@U1>');
    expect(shown).toContain('Mark as shipped');
    expect(shown).not.toContain('recommendation.accept');
  });
});
