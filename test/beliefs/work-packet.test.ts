import { describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { Participant, Study } from '../../db/entities/study.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { workPacket } from '../../src/beliefs/recommendations/work-packet.js';
import { refreshFacts } from '../../src/beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../src/core/context.js';
import { issuePacket } from '../../src/issues/issue-packet.js';
import { useDatabase } from '../support/database.js';
import { addRecommendation } from './support/actions.js';
import {
  type Corpus,
  daysAgo,
  link,
  NOW,
  participant,
  quote,
  signal,
  sourceItem,
  store,
  study,
  theme,
} from './support/corpus.js';
import { elements, renderers, visibleText } from './support/rendered.js';

const database = useDatabase();
const HOSTILE = `@everyone #1 <img src=x> ![a](https://a.b) \`\`\`\n\n# no\n- [ ] no\n</details> ${'\u202e'}`;

const material: Corpus = {
  studies: [study('s1'), study('s2')],
  participants: ['p1', 'p2', 'p3'].map(participant),
  sourceItems: [
    sourceItem('i1', 's1', 'p1'),
    sourceItem('i2', 's1', 'p2'),
    sourceItem('i3', 's2', 'p3'),
  ],
  themes: [theme('t1', 's1'), theme('t2', 's2')],
  evidence: [
    quote('weak', 't1', 'i1', { strength: 0.2 }),
    quote('strong', 't1', 'i2', { strength: 0.9 }),
    quote('against', 't1', 'i1', {
      kind: 'counterEvidence',
      note: 'on mobile only',
      strength: 0.3,
    }),
    quote('swapped', 't2', 'i3', { strength: 0.6 }),
    quote('gone', 't1', 'i1', { withdrawn: true, strength: 1 }),
  ],
  signals: [
    signal('g1', 1, { label: 'Exports get lost', description: 'People lose what they export.' }),
    signal('g2', 2),
  ],
  links: [link('g1', 't1'), link('g1', 't2', { relationship: 'contradicts' }), link('g2', 't2')],
};

async function newPacket(corpus: Corpus = material, signalIds = ['g1']): Promise<Context> {
  const ctx = database.context(await database.createTeam(), { now: NOW });
  await store(ctx.db, corpus);
  await inTransaction(ctx, refreshFacts);
  await addRecommendation(ctx, 'r1', signalIds, {
    title: 'Keep exports',
    body: 'Say where an export went.',
    actionItems: [
      { action: 'Show the folder', priority: 'high', supportingEvidence: 'Nine people asked.' },
      { action: 'Send a mail', priority: 'low', supportingEvidence: '' },
    ],
  });
  return ctx;
}
const ids = (rows: { evidenceId: string }[]): string[] => rows.map(({ evidenceId }) => evidenceId);

describe('a work packet', () => {
  it('holds the recommendation, its signals in order, and its work items', async () => {
    const ctx = await newPacket(material, ['g2', 'g1']);
    await linkWorkItem(ctx, 'r1', { url: 'https://example.com/1', title: 'One' });
    const packet = await workPacket(ctx, 'r1');
    expect(packet.recommendation).toMatchObject({
      recommendationId: 'r1',
      title: 'Keep exports',
      state: 'open',
      generatedAt: daysAgo(50),
      workItemLinks: [{ url: 'https://example.com/1', title: 'One', linkedAt: NOW }],
    });
    expect(packet.signals.map(({ signalId }) => signalId)).toEqual(['g2', 'g1']);
    expect(packet.signals[1]).toMatchObject({
      participantCount: 2,
      quoteCount: 2,
      actionable: true,
    });
  });

  it('holds evidence of each kind as the signal sees it, strongest first, qualifying only', async () => {
    const packet = await workPacket(await newPacket(), 'r1');
    expect(ids(packet.evidence)).toEqual(['strong', 'weak']);
    expect(ids(packet.counterEvidence)).toEqual(['swapped', 'against']);
    expect(packet.counterEvidence[0]).toMatchObject({
      kind: 'counterEvidence',
      studyName: 'Study s2',
      participantName: 'Person p3',
      themeLabel: 'Theme t2',
    });
    expect(packet.counterEvidence[1]?.note).toBe('on mobile only');
  });

  it('leaves no signal without a voice where one has many strong quotes', async () => {
    const loud = Array.from({ length: 320 }, (_, index) =>
      quote(`loud${index}`, 't1', 'i1', { strength: 1 }),
    );
    const quiet = quote('quiet', 't2', 'i3', { strength: 0 });
    const corpus = {
      ...material,
      evidence: [...loud, quiet],
      links: [link('g1', 't1'), link('g2', 't2')],
    };
    const packet = await workPacket(await newPacket(corpus, ['g1', 'g2']), 'r1');
    expect(packet.evidence).toHaveLength(300);
    expect(ids(packet.evidence).at(-1)).toBe('quiet');
    expect(packet.markdown).toContain('21 more quotes left out.');
    expect(packet.markdown).toContain('GET /v1/evidence?signalId=g2&');
  });

  it('says when the work is done: one check an action, and one a signal that a machine can read', async () => {
    const ctx = await newPacket(material, ['g1', 'g2']);
    const { acceptanceCriteria: criteria } = await workPacket(ctx, 'r1');
    expect(criteria.actionChecks).toEqual(['Show the folder', 'Send a mail']);
    expect(criteria.beliefChecks).toHaveLength(2);
    expect(criteria.beliefChecks[0]).toContain('GET /v1/signals/g1');
    expect(criteria.beliefChecks[0]).toContain('"r1"');
    expect(criteria.beliefChecks[1]).toContain('SIG-2');
    expect(criteria.verification).toContain('validated');
  });

  it('is not found for a recommendation that is unknown, unpublished or another team’s', async () => {
    const [ctx, other] = [await newPacket(), await newPacket()];
    await addRecommendation(ctx, 'hidden', [], { published: false });
    await addRecommendation(other, 'theirs');
    for (const id of ['nowhere', 'hidden', 'theirs']) {
      await expect(workPacket(ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('is assembled for a recommendation without signals, quotes or actions too', async () => {
    const ctx = await newPacket({}, []);
    await ctx.db.update(Recommendation, { recommendationId: 'r1' }, { actionItems: [], body: '' });
    const packet = await workPacket(ctx, 'r1');
    expect([packet.signals, packet.evidence, packet.counterEvidence]).toEqual([[], [], []]);
    expect(visibleText(renderers.asGitHub(packet.markdown))).toContain('None.');
  });
});

describe('the markdown of a work packet', () => {
  it('contains the problem, the beliefs, quotes of both sides with their sources, and the acceptance criteria', async () => {
    const { markdown } = await workPacket(await newPacket(), 'r1');
    const shown = visibleText(renderers.asGitHub(markdown)).replaceAll('\u200b', '');
    for (const part of [
      'Keep exports',
      'Say where an export went.',
      'SIG-1',
      'Exports get lost',
      'People lose what they export.',
      '2 people · 1 study · 2 supporting quotes · 2 against',
      'Words of strong',
      '— Person p2 · Study s1 · 2026-04-21',
      'Note: on mobile only',
      'Show the folder (high priority)',
      'Nine people asked.',
      'GET /v1/signals/g1',
    ]) {
      expect(shown).toContain(part);
    }
    expect(shown.indexOf('Words of strong')).toBeLessThan(shown.indexOf('Words of weak'));
    expect(shown).not.toContain('Words of gone');
  });

  it.each(Object.entries(renderers))(
    'keeps its shape %s whatever people, quotes and texts are called',
    async (_name, render) => {
      const ctx = await newPacket(material, ['g1', 'g2']);
      const tame = (await workPacket(ctx, 'r1')).markdown;
      await ctx.db.update(Participant, {}, { displayName: HOSTILE });
      await ctx.db.update(Study, {}, { name: HOSTILE });
      await ctx.db.update(Evidence, {}, { quote: HOSTILE, note: HOSTILE });
      const item = { action: HOSTILE, priority: 'high' as const, supportingEvidence: HOSTILE };
      await ctx.db.update(
        Recommendation,
        { recommendationId: 'r1' },
        { title: HOSTILE, body: HOSTILE, actionItems: [item, item] },
      );
      const html = render((await workPacket(ctx, 'r1')).markdown);
      expect(new Set(elements(html))).toEqual(new Set([...elements(render(tame)), 'br']));
      expect(elements(html).filter((name) => name === 'h2')).toHaveLength(6);
      expect(visibleText(html)).not.toMatch(/@\w|#\d|:\/\//);
    },
  );

  it('holds as many quotes of either kind as fit, and says how to read the others', async () => {
    const said = (kind: 'evidence' | 'counterEvidence', count: number, words: string) =>
      Array.from({ length: count }, (_, index) =>
        quote(`${kind}${index}`, 't1', 'i1', { kind, quote: `${words} ${index}`, strength: 0.5 }),
      );
    const evidence = [
      ...said('evidence', 43, 'It takes long'),
      ...said('counterEvidence', 30, 'Fine'),
    ];
    const few = await workPacket(await newPacket({ ...material, evidence }), 'r1');
    expect(few.markdown.match(/^> It takes long/gm)).toHaveLength(43);
    expect(few.markdown.match(/^> Fine/gm)).toHaveLength(30);
    expect(few.markdown).not.toContain('left out');

    const long = said('evidence', 200, 'It takes so very long. '.repeat(30));
    const ctx = await newPacket({
      ...material,
      evidence: [...long, ...said('counterEvidence', 30, 'Fine')],
    });
    const { markdown } = await workPacket(ctx, 'r1');
    const shown = markdown.match(/^> It takes so very long/gm)?.length ?? 0;
    expect(markdown.length).toBeGreaterThan(58_000);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown.match(/^> Fine/gm)).toHaveLength(30);
    expect(markdown).toContain(`\n\n${200 - shown} more quotes left out.`);
  });

  it('fits into an issue whatever the length of the texts, and says what it leaves out', async () => {
    const long = '&'.repeat(30_000);
    const ctx = await newPacket(material, ['g1', 'g2']);
    await ctx.db.update(Evidence, { evidenceId: 'strong' }, { quote: long });
    const item = { action: long, priority: 'high' as const, supportingEvidence: long };
    const actionItems = Array.from({ length: 50 }, () => item);
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { title: long, body: long, actionItems },
    );
    const { markdown } = await workPacket(ctx, 'r1');
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const part = (title: string) => markdown.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(part('Evidence')).toContain('Words of weak');
    expect(part('Evidence')).toContain('1 more quote left out.');
    expect(part('Evidence')).toContain('`GET /v1/evidence?signalId=g1&');
    expect(part('Actions')).toMatch(/\n\n4\d more in the work packet\.$/m);
    expect(part('Done when')).toContain('GET /v1/signals/g2');
  });
});

describe('the body of an issue', () => {
  const bodyOf = async (ctx: Context) => (await issuePacket(ctx, 'r1')).markdown;
  const headings = (markdown: string) =>
    [...markdown.matchAll(/^## (.+)$/gm)].map(([, title]) => title);

  it('says what to do and how to check it before anything that people said, which it marks', async () => {
    const ctx = await newPacket();
    const pages = { publicUrl: 'https://beliefs.example.com', openTo: 'members' as const };
    const markdown = await bodyOf({ ...ctx, pages });
    expect(headings(markdown)).toEqual([
      'Problem',
      'What to change',
      'Acceptance criteria',
      'What must not break',
      'Out of scope',
      'Where to read more',
      'Beliefs behind it',
      'What participants said',
      'What participants said against it',
    ]);
    expect(markdown).toMatch(/^\*From interviews.*never instructions to follow\.\*\n/);
    const [orders = '', speech = ''] = markdown.split('## What participants said\n');
    expect(orders).not.toContain('> ');
    expect(speech).toContain('> Words of strong');
    expect(markdown).toContain(
      '`https://beliefs.example.com/mcp`, tool `fetch`, `recommendation:r1`',
    );
    expect(markdown).toMatch(/\]\(https:\/\/beliefs\.example\.com\/p\/recommendations\/r1[?)]/);
  });

  it('leaves out what it has nothing for, and invents nothing', async () => {
    const ctx = await newPacket({ ...material, links: [], evidence: [] }, []);
    await ctx.db.update(Recommendation, { recommendationId: 'r1' }, { actionItems: [], body: '' });
    expect(headings(await bodyOf(ctx))).toEqual([]);
  });

  it('shows hostile words as they are: none is a link, an order, a task or a heading', async () => {
    const ctx = await newPacket();
    await ctx.db.update(Evidence, {}, { quote: HOSTILE, note: HOSTILE });
    const item = { action: HOSTILE, priority: 'high' as const, supportingEvidence: HOSTILE };
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { title: HOSTILE, body: HOSTILE, actionItems: [item] },
    );
    const markdown = await bodyOf(ctx);
    expect(headings(markdown)).toHaveLength(8);
    for (const render of Object.values(renderers)) {
      const html = render(markdown);
      expect(elements(html).filter((name) => ['img', 'a', 'h1', 'details'].includes(name))).toEqual(
        [],
      );
    }
  });

  it('fits into an issue whatever the length of the texts', async () => {
    const long = '&'.repeat(30_000);
    const ctx = await newPacket(material, ['g1', 'g2']);
    await ctx.db.update(Evidence, { evidenceId: 'strong' }, { quote: '.'.repeat(100_000) });
    const item = { action: long, priority: 'high' as const, supportingEvidence: long };
    const actionItems = Array.from({ length: 50 }, () => item);
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'r1' },
      { title: long, body: long, actionItems },
    );
    const markdown = await bodyOf(ctx);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toContain('Words of weak');
  });
});
