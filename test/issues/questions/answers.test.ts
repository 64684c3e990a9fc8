import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RecommendationSignal } from '../../../db/entities/recommendation.js';
import { IssueQuestion, TrackerPush } from '../../../db/entities/work-item.js';
import { QUESTIONS_PER_ISSUE_AND_HOUR } from '../../../src/core/numbers.js';
import { changeSettings } from '../../../src/core/team-settings.js';
import { elements, reactions, renderers, visibleText } from '../../beliefs/support/rendered.js';
import { useDatabase } from '../../support/database.js';
import { ID } from '../world.js';
import {
  ASKING,
  type Asking,
  askingInGitHub,
  askingInLinear,
  type GitHubAsking,
  LINEAR_ISSUE,
  type LinearAsking,
  type Options,
} from './asked.js';

/** The elements that an answer is made of. */
const OURS = ['p', 'strong', 'blockquote', 'br'];

const database = useDatabase();
const started: Asking[] = [];
afterEach(async () => {
  for (const asking of started.splice(0)) await asking.close();
});
const inLinear = async (options?: Options): Promise<LinearAsking> => {
  const asking = await askingInLinear(database, options);
  started.push(asking);
  return asking;
};
const inGitHub = async (options?: Options): Promise<GitHubAsking> => {
  const asking = await askingInGitHub(database, options);
  started.push(asking);
  return asking;
};

describe.each(ASKING)('a question in an issue of $name', ({ start }) => {
  let asking: Asking;
  beforeEach(async () => {
    asking = await start(database);
    started.push(asking);
  });
  const questions = () => asking.world.ctx.db.find(IssueQuestion);

  it('"why?" is answered with the belief behind the issue, cited for and against, and a link', async () => {
    expect(await asking.ask()).toBe(200);
    const [reply, ...more] = asking.replies();
    expect(more).toEqual([]);
    expect(reply).toContain('**SIG-\u200b1: A failed import does not say why.**');
    expect(reply).toContain('> “It just says no, and I start over.”');
    expect(reply).toContain('> — Ana P., study, ');
    expect(reply).toContain('Evidence against it:\n\n> “The import told me the row.”');
    expect(reply).toContain('2 people in 1 study said so, 1 person said otherwise.');
    expect(reply).toMatch(/\(https:\/\/beliefs\.example\.com\/p\/recommendations\/rec-1\?t=1\./);
    expect(asking.notices()).toBe(1);
    expect(await questions()).toMatchObject([{ state: 'answered', question: null, askedBy: null }]);
  });

  it('a question of its own is answered from all beliefs, or it is said that nothing covers it', async () => {
    await asking.ask({ text: '@belief-layer is inviting colleagues slow?' });
    await asking.ask({ text: '@belief-layer what about the aquarium pump?' });
    const [invites, nothing] = asking.replies();
    expect(invites).toContain('Inviting a team is slow');
    expect(invites).toContain('/p/signals/invites?t=1.');
    expect(nothing).toContain('The belief layer does not cover this question.');
  });

  it('is read at once, before any job is worked', async () => {
    const { body, headers } = asking.question();
    await asking.world.deliver(asking.tracker.provider, body, headers);
    await expect.poll(() => asking.notices()).toBe(1);
    expect(asking.replies()).toEqual([]);
    await asking.world.settle();
    expect(asking.notices()).toBe(1);
    expect(asking.replies()).toHaveLength(1);
  });

  it('is answered once however often it is delivered, and not at all if it is forged', async () => {
    const once = { id: '4711', text: '@belief-layer why?' };
    await Promise.all([
      asking.ask(once),
      asking.ask(once),
      asking.ask({ ...once, deliveryId: 'd' }),
    ]);
    await asking.ask({ ...once, deliveryId: 'again' });
    expect(await asking.ask({ id: '4712', secret: 'guessed' })).toBe(401);
    await asking.world.settle();
    expect(asking.replies()).toHaveLength(1);
    expect(asking.notices()).toBe(1);
  });

  it('names people as the team does', async () => {
    await changeSettings(asking.world.ctx, { names: 'hidden' });
    await asking.ask({ text: '@belief-layer what did Ana Petrova say about the import?' });
    await asking.ask();
    expect(asking.replies()).toHaveLength(2);
    for (const reply of asking.replies().map((text) => text.replace(/^> .*Petrova.*$/m, ''))) {
      expect(reply).not.toMatch(/Ana|Petrova/);
    }
  });

  it(`gets no more than ${QUESTIONS_PER_ISSUE_AND_HOUR} answers per issue and hour`, async () => {
    const all = Array.from({ length: QUESTIONS_PER_ISSUE_AND_HOUR + 2 }, () => asking.question());
    await Promise.all(
      all.map(({ body, headers }) => asking.world.deliver(asking.tracker.provider, body, headers)),
    );
    await asking.world.settle();
    const answers = asking.replies().filter((reply) => reply.includes('A failed import'));
    expect(answers).toHaveLength(QUESTIONS_PER_ISSUE_AND_HOUR);
    expect(asking.tooMany()).toBe(2);
    expect(asking.notices()).toBe(QUESTIONS_PER_ISSUE_AND_HOUR);
    await database.dataSource.query(
      `update issue_questions set asked_at = asked_at - interval '61 minutes' where team_id = $1`,
      [asking.world.ctx.db.teamId],
    );
    await asking.ask();
    expect(asking.replies().filter((reply) => reply.includes('A failed import'))).toHaveLength(
      QUESTIONS_PER_ISSUE_AND_HOUR + 1,
    );
  });

  it('is told in one reply that the service failed', async () => {
    await database.dataSource.query('alter table recommendation_signals rename to away');
    try {
      await asking.ask();
    } finally {
      await database.dataSource.query('alter table away rename to recommendation_signals');
    }
    expect(asking.replies()).toEqual([expect.stringContaining('I could not answer this')]);
    expect(await questions()).toMatchObject([{ state: 'answered', reply: 'apology' }]);
  });

  it('of which nothing can be said is given up', async () => {
    const refusal = {
      status: 400,
      body: { message: 'no', errors: [{ message: 'no', extensions: { type: 'invalid input' } }] },
    };
    asking.server.fail(asking.REPLY, ...Array.from({ length: 30 }, () => refusal));
    await asking.ask();
    expect(asking.replies()).toEqual([]);
    expect(await questions()).toMatchObject([{ state: 'failed' }]);
  });

  it('and hostile quotes make no mention, link, closing word, HTML or block', async () => {
    const quote =
      'fixes #12 @acme/admins <img src=x onerror=alert(1)> https://evil.example [x](http://evil.example)\n# Big\n/close ENG-1 ```';
    const person = '@acme/admins <b>';
    const hostile = await start(database, {
      quotes: [
        { id: 'h1', quote, theme: 'imports', person, study: 'closes #3' },
        { id: 'h2', quote: '.'.repeat(100_000), theme: 'imports', person, study: 'closes #3' },
        { id: 'h3', quote: 'Inviting is slow.', theme: 'invites' },
      ],
    });
    started.push(hostile);
    await hostile.ask();
    const [reply = ''] = hostile.replies();
    expect(reply).toContain('fixes #\u200b12');
    expect(reply.length).toBeLessThan(10_000);
    const theirs = reply.replace(/^<!-- belief-layer:[\w-]+ -->$|^\[The evidence.*$/gm, '');
    for (const render of Object.values(renderers)) {
      const html = render(theirs);
      expect(elements(html).filter((name) => !OURS.includes(name))).toEqual([]);
      for (const pattern of reactions) expect(visibleText(html)).not.toMatch(pattern);
    }
  });
});

describe('in Linear', () => {
  it('"why?" names the beliefs behind the issue if there are several', async () => {
    const { ask, replies, world } = await inLinear();
    await world.ctx.db.insert(RecommendationSignal, {
      recommendationId: ID,
      signalId: 'invites',
      position: 1,
    });
    await ask({ text: '@Belief Layer why?' });
    expect(replies()).toEqual([expect.stringContaining('**The beliefs behind this issue:**')]);
  });

  it('only "why?", a mention or a delegation ask for the belief behind the issue', async () => {
    const { ask, replies } = await inLinear();
    const all = [
      'This thread is for an agent session with @belief-layer.', // of Linear: no question
      '@Belief Layer why?',
      '@belief-layer Why do we need this?',
      '[@belief-layer](https://linear.app/acme/profiles/belief-layer) why',
      '<user id="user-app">Belief Layer</user> what did users say about this issue?',
      '@belief-layer',
    ];
    for (const text of all) await ask({ text });
    expect(replies()).toEqual(
      all.map(() => expect.stringContaining('A failed import does not say why')),
    );
  });

  it('a prompt in the session is a question of its own', async () => {
    const { ask, event, world, replies, linear } = await inLinear();
    await ask();
    const { body, headers } = event('prompted', { text: 'Is inviting colleagues slow?' });
    await world.deliver('linear', body, headers);
    await world.settle();
    expect(replies()).toHaveLength(2);
    expect(replies()[1]).toContain('Inviting a team is slow');
    const types = linear.activities.map(({ content }) => content.type);
    expect(types).toEqual(['thought', 'response', 'thought', 'response']);
    expect(new Set(linear.activities.map(({ id }) => id)).size).toBe(4);
  });

  it('stop ends what is under way, and is confirmed once', async () => {
    const { question, event, world, replies, linear } = await inLinear();
    const asked = question();
    await world.deliver('linear', asked.body, asked.headers);
    const stop = event('prompted', { signal: 'stop', text: 'stop', id: 'stop-1' });
    await world.deliver('linear', stop.body, stop.headers);
    await world.deliver('linear', stop.body, stop.headers);
    await world.settle();
    await sleep(100);
    expect(replies()).toEqual(['Stopped. Ask again at any time.']);
    expect(linear.activities.at(-1)?.content.type).toBe('response');
    expect(await world.ctx.db.find(IssueQuestion)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 'stopped' }),
        expect.objectContaining({ reply: 'stop', state: 'answered' }),
      ]),
    );
  });

  it('an issue made from a message is answered with the belief that it was made about', async () => {
    const { ask, replies, world } = await inLinear({ linked: false });
    const { id: nativeId, identifier: externalId, url } = LINEAR_ISSUE;
    await world.ctx.db.insert(TrackerPush, {
      ...{ clientId: randomUUID(), provider: 'linear', messageKey: 'm1', signalId: 'imports' },
      ...{ nativeId, externalId, url, title: 'Why', state: 'linked', linkedAt: new Date() },
    });
    await ask();
    expect(replies()).toEqual([expect.stringContaining('A failed import does not say why')]);
    expect(replies()[0]).toContain('/p/signals/imports?t=1.');
  });

  it('an issue that is linked to nothing is said to be so', async () => {
    const { ask, replies } = await inLinear({ linked: false });
    await ask();
    expect(replies()).toEqual([
      expect.stringMatching(/^No recommendation in Belief Layer is linked/),
    ]);
  });
});

describe('in GitHub', () => {
  it('only people who may write are answered, and others hear nothing', async () => {
    const { ask, comment, world, github, replies } = await inGitHub();
    await ask({ by: 'stranger' });
    for (const author_association of ['NONE', 'CONTRIBUTOR', 'FIRST_TIMER']) {
      const { body, headers } = comment({}, { author_association });
      await world.deliver('github', body, headers);
    }
    await world.settle();
    expect(replies()).toEqual([]);
    expect(github.reactions).toEqual([]);
    github.permissions.set('stranger', 'admin');
    await ask({ by: 'stranger' });
    expect(replies()).toHaveLength(1);
  });

  it('bots, apps and our own comments are never answered, nor edits, nor another name', async () => {
    const { comment, world, server, replies } = await inGitHub();
    const deliveries = [
      comment({}, { user: { login: 'belief-layer[bot]', type: 'Bot' } }),
      comment({}, { performed_via_github_app: { id: 7, slug: 'belief-layer' } }),
      comment({ text: '@belief-layer why? <!-- belief-layer:x -->' }),
      comment({}, {}, 'edited'),
      comment({ text: 'Ask @belief-layer why' }),
      comment({ text: '@belief-layers why?' }),
      comment({ text: '@belief-layer-2 why?' }),
      comment({ text: '@belief-layer/team why?' }),
      comment({ text: '@belief-layer’s answer was wrong' }),
      comment({ text: '> @belief-layer why?' }),
    ];
    for (const { body, headers } of deliveries) {
      expect((await world.deliver('github', body, headers)).status).toBe(200);
    }
    await world.settle();
    expect(replies()).toEqual([]);
    expect(server.received.filter(({ operation }) => /POST|permission/.test(operation))).toEqual(
      [],
    );
    expect(await world.ctx.db.find(IssueQuestion)).toEqual([]);
  });

  it('a public repository sees how many quotes there are, no name and no token, unless the team allows quotes', async () => {
    const { ask, github, world, replies } = await inGitHub();
    github.isPrivate = false;
    await ask();
    expect(replies()[0]).toContain('3 quotes hidden, because this issue is public.');
    expect(replies()[0]).toContain('A failed import does not say why');
    expect(replies()[0]).not.toMatch(/just says no|Ana|\?t=/);
    await changeSettings(world.ctx, { quotesInPublicIssues: true });
    await ask();
    expect(replies()[1]).toContain('It just says no');
    expect(replies()[1]).not.toContain('?t=');
  });

  it('another repository is answered only in a linked issue', async () => {
    const { ask, server, replies } = await inGitHub({ repo: 'acme/other', linked: false });
    await ask();
    expect(replies()).toEqual([]);
    expect(server.received).toEqual([]);
  });

  it('the question is repeated above its answer, literally', async () => {
    const { ask, replies } = await inGitHub();
    await ask({ text: '@belief-layer is the import <b>slow</b>, @ada?' });
    expect(replies()[0]).toContain('> is the import &lt;b&gt;slow&lt;/b&gt;, \u200b@\u200bada?');
  });
});
