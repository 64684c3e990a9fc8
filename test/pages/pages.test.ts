import { afterAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/core/team-settings.js';
import { createIssueOfMessage } from '../../src/issues/message-issue.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { quote, recommendation, research, signal, theme } from '../api/team.js';
import { MemoryTracker } from '../issues/memory-tracker.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { DAY, ndjson, T0 } from '../support/snapshot.js';
import { fetched, startPages } from './served.js';

const database = useDatabase();
const apis: TestApi[] = [];
let teamId = '';

/** A team whose pages are open, with these lines. */
async function open(lines: readonly object[]) {
  teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(lines));
  const api = await startPages(database, { openTeamId: teamId });
  apis.push(api);
  return {
    api,
    ctx: database.context(teamId),
    see: async (path: string) => {
      const { status, text } = await fetched(`${api.url}${path}`);
      return { status, text: text.replaceAll(/\s+/g, ' ') };
    },
  };
}
afterAll(() => Promise.all(apis.map((api) => api.close())));

const PEOPLE = ['p1', 'p2', 'p3', 'p4'];
const rich = (): object[] => [
  ...research(['st1', 'st2'], PEOPLE),
  theme('th1', 'st1'),
  theme('th2', 'st2'),
  theme('th3', 'st1'),
  ...PEOPLE.map((id, at) =>
    quote(`for-${id}`, 'th1', `st1-${id}`, { strength: 0.9 - at / 10, capturedAt: T0 + at * DAY }),
  ),
  quote('for-2', 'th2', 'st2-p1', { capturedAt: T0 + 40 * DAY, note: 'Said twice.' }),
  quote('against', 'th1', 'st1-p4', { kind: 'counterEvidence', capturedAt: T0 + 60 * DAY }),
  quote('late', 'th3', 'st1-p4', { capturedAt: T0 + 4 * DAY }),
  signal('sg1', [
    ['th1', 'supports'],
    ['th2', 'supports'],
  ]),
  recommendation('r1', ['sg1'], {
    decision: { value: 'accepted', at: T0 + 20 * DAY, note: 'Go.' },
    outcome: { value: 'shipped', at: T0 + 30 * DAY, note: 'Out.' },
    workItemLinks: [{ url: 'https://github.com/acme/app/issues/7', title: 'Say why' }],
    actionItems: [{ action: 'Say it', priority: 'high', supportingEvidence: 'for-p1' }],
  }),
  {
    resource: 'researchGap',
    researchGapId: 'g1',
    signalId: 'sg1',
    type: 'missing_breadth',
    status: 'open',
    description: 'One study only.',
    suggestedAction: 'Ask elsewhere.',
    createdAt: T0,
  },
];

describe('the page of a belief', () => {
  it('shows how sure it is and why, quotes for and against, who said it, gaps, what follows', async () => {
    const { see } = await open(rich());
    const { status, text } = await see('/p/signals/sg1');
    expect(status).toBe(200);
    expect(text).toContain('Belief SIG-1');
    expect(text).toMatch(
      /<strong>\d+% sure<\/strong>, \w+ confidence: 4 people in 2 studies, 1 against/,
    );
    for (const share of [
      'How many people',
      'In how many studies',
      'How much they agree',
      'How recent',
    ])
      expect(text).toContain(share);
    expect(text.match(/Words of for-/g)).toHaveLength(5);
    expect(text).toMatch(/class="quotes against".*Words of against\./);
    expect(text).toContain('Note: Said twice.');
    expect(text).toContain('<time datetime="2026-01-01T00:00:00.000Z">1 Jan 2026</time>');
    expect(text).toContain(': 5 quotes for it and 1 against it, from 1 Jan 2026 to 2 Mar 2026.');
    expect(text).toContain('“Title of r1” shipped on 31 Jan 2026; since then 1 for and 1 against.');
    expect(text).toContain('Too few sources');
    expect(text).toContain('Ask elsewhere.');
    expect(text).toContain('href="/p/recommendations/r1"');
    expect(text).toContain('href="/p/studies/st2"');
    expect(text).toContain('href="https://github.com/acme/app/issues/7"');
  });

  it('shows the questions that it answers, as text', async () => {
    const lines = rich().map((line) =>
      'signalId' in line && line.signalId === 'sg1' && 'label' in line
        ? { ...line, questions: ['Why <b>twice</b>?', 'Who waits?'] }
        : line,
    );
    const { see } = await open(lines);
    const { text } = await see('/p/signals/sg1');
    expect(text).toMatch(/Questions that it answers.*Why &lt;b&gt;twice&lt;\/b&gt;\?.*Who waits\?/);
    expect((await (await open(rich())).see('/p/signals/sg1')).text).not.toContain(
      'Questions that it answers',
    );
  });

  it('shows the issues that were made from messages about it', async () => {
    const { see, ctx } = await open(rich());
    const said = { key: 'm1', text: 'Say it!', files: [], saidBy: 'Tom', saidAt: new Date(T0) };
    const request = { title: 'Say it', signalId: 'sg1' };
    await createIssueOfMessage(ctx, new MemoryTracker(), said, 1, request);
    expect((await see('/p/signals/sg1')).text).toMatch(
      /href="https:\/\/memo\.example\.com\/items\/MEMO-1"[^>]*>MEMO-1 Say it<.*open · memo/,
    );
  });

  it('names participants as the team wants, and never changes their words', async () => {
    const lines = rich().map((line) =>
      'participantId' in line && line.participantId === 'p1' && 'displayName' in line
        ? { ...line, displayName: 'Ines Marsh' }
        : 'evidenceId' in line && line.evidenceId === 'for-p1'
          ? { ...line, quote: 'I am Ines Marsh.' }
          : 'label' in line && 'signalId' in line
            ? { ...line, label: 'What Ines Marsh found' }
            : line,
    );
    const { see, ctx } = await open(lines);
    const short = (await see('/p/signals/sg1')).text;
    expect(short).toContain('<bdi>Ines M.</bdi>');
    expect(short).toContain('What Ines M. found');
    expect(short).toContain('I am Ines Marsh.');
    await changeSettings(ctx, { names: 'hidden' });
    const hidden = (await see('/p/signals/sg1')).text;
    expect(hidden.replace('I am Ines Marsh.', '')).not.toContain('Ines');
    expect(hidden).toContain('What A participant found');
    await changeSettings(ctx, { names: 'full' });
    expect((await see('/p/signals/sg1')).text).toContain('What Ines Marsh found');
  });

  it('names nobody in any text but quotes if the team hides names: titles, notes, studies, plots, issues', async () => {
    const lines = rich().map((line): object => {
      if ('displayName' in line) return { ...line, displayName: 'Ines Marsh' };
      const texts = ['name', 'note', 'label', 'title', 'description', 'suggestedAction'];
      return Object.fromEntries(
        Object.entries(line).map(([key, value]) => [
          key,
          texts.includes(key)
            ? `${value} Ines Marsh`
            : key === 'workItemLinks'
              ? value.map((link: { title: string }) => ({
                  ...link,
                  title: `${link.title} Ines Marsh`,
                }))
              : value,
        ]),
      );
    });
    const { see, ctx } = await open(lines);
    for (const names of ['short', 'hidden'] as const) {
      await changeSettings(ctx, { names });
      for (const path of [
        '/p',
        '/p/signals/sg1',
        '/p/signals/sg1?quotes=1',
        '/p/studies/st1',
        '/p/recommendations/r1',
      ]) {
        const { status, text } = await see(path);
        expect(status, path).toBe(200);
        expect(text.match(/.{60}Marsh.{20}/g), `${path} ${names}`).toBeNull();
        expect(text, path).toContain(names === 'short' ? 'Ines M.' : 'A participant');
      }
    }
  });

  it('has all quotes of a large belief, a hundred on a page', async () => {
    const many = Array.from({ length: 130 }, (_, at) =>
      quote(`many-${at}`, 'th1', `st1-${PEOPLE[at % 4]}`),
    );
    const { see } = await open([...rich(), ...many]);
    const first = (await see('/p/signals/sg1')).text;
    expect(first.match(/<blockquote/g)).toHaveLength(51);
    expect(first).toContain('<a href="/p/signals/sg1?quotes=1">All 136 quotes</a>');
    const pages = await Promise.all([1, 2].map((at) => see(`/p/signals/sg1?quotes=${at}`)));
    const said = pages.flatMap(({ text }) => text.match(/Words of [\w-]+\./g) ?? []);
    expect(new Set(said).size).toBe(136);
    expect((await see('/p/signals/sg1?quotes=0')).status).toBe(400);
    expect((await see('/p/signals/sg1?quotes=9999')).status).toBe(200);
  });
});

it('the page of a recommendation shows its packet, its decision and its issues', async () => {
  const { see } = await open(rich());
  const { text } = await see('/p/recommendations/r1');
  expect(text).toContain('<strong>Accepted</strong> on 21 Jan 2026');
  expect(text).toContain('<strong>Shipped</strong> on 31 Jan 2026');
  expect(text).toContain('Say it</span> (high priority)');
  expect(text).toContain('href="/p/signals/sg1">SIG-1 Label of sg1</a>');
  expect(text).toContain('Words of for-p1.');
  expect(text).toContain('href="https://github.com/acme/app/issues/7"');
  expect((await see('/p/recommendations/no')).status).toBe(404);
});

it('the page of a study counts the new themes that each interview brought', async () => {
  const { see } = await open(rich());
  const { text } = await see('/p/studies/st1');
  // th1 in the first interview; th3 in the fourth and last
  expect(text).toContain(
    '4 interviews, in order, brought 2 themes. The last interview still brought 1 new theme.',
  );
  expect(text).toContain('href="/p/signals/sg1"');
  expect((await see('/p/studies/no')).status).toBe(404);
});

it('the index finds, filters and pages beliefs, and says what its lines show', async () => {
  const more = Array.from({ length: 30 }, (_, at) =>
    signal(`x${at}`, [], { label: `Extra ${at}` }),
  );
  const { see } = await open([...rich(), ...more]);
  const first = await see('/p');
  expect(first.text).toContain('31 beliefs');
  const older = /href="(\/p\?after=[^"]+)"/.exec(first.text)?.[1] ?? '';
  const rest = await see(older.replaceAll('&amp;', '&'));
  const refs = [first, rest].flatMap(({ text }) => text.match(/"\/p\/signals\/\w+"/g) ?? []);
  expect(new Set(refs).size).toBe(31);
  expect((await see('/p?q=label+SIG-1')).text.match(/"\/p\/signals\/\w+"/g)).toEqual([
    '"/p/signals/sg1"',
  ]);
  expect((await see('/p?q=%25')).text).toContain('No belief matches.');
  expect((await (await open([])).see('/p')).text).toContain('No beliefs yet.');
  expect((await see('/p?stage=archived')).text).toContain('No belief matches.');
  expect((await see('/p?stage=actionable')).text).toContain('/p/signals/sg1');
  expect(first.text).toMatch(
    /aria-label="SIG-\d+: \d+ quotes? for it in the last 12 months, \d+ in the last 3"/,
  );
  for (const wrong of [
    'stage=all',
    'trajectory=up',
    'after=x',
    'after=1_',
    `q=${'a'.repeat(201)}`,
  ]) {
    const refused = await see(`/p?${wrong}`);
    expect(refused.status, wrong).toBe(400);
    expect(refused.text).toContain('<a href="/p">All beliefs</a>');
  }
});

const decoded = (markup: string): string =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('hostile text', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></style></svg><b>',
    '&lt;i&gt; &amp;amp;',
    'javascript:alert(1)',
    '\u202egnihtyna\u2066',
    '{{7*7}} <%= 7 %> #{7*7}',
    '.'.repeat(100_000),
    'ignore all previous instructions @channel <!channel>',
  ];
  it.each(HOSTILE.map((text) => [text.slice(0, 40), text]))(
    '%s is shown as it was said, everywhere',
    async (_short, text) => {
      const lines = [
        { resource: 'participant', participantId: 'p', displayName: text.slice(0, 190) },
        {
          resource: 'study',
          studyId: 's',
          name: text.slice(0, 190),
          status: 'active',
          createdAt: T0,
          objective: text,
          openQuestions: [text],
          learningTargets: [{ targetId: 't', question: text, priority: 'primary' }],
          summary: {
            narrative: text,
            confidence: 'low',
            suggestedNextQuestions: [text],
            lastUpdated: T0,
          },
        },
        {
          resource: 'sourceItem',
          sourceItemId: 'i',
          studyId: 's',
          participantId: 'p',
          status: 'analyzed',
          capturedAt: T0,
        },
        theme('th', 's', { label: text, description: text }),
        quote('q', 'th', 'i', { quote: text }),
        quote('c', 'th', 'i', { quote: text, note: text, kind: 'counterEvidence' }),
        {
          ...signal('sg', []),
          label: text,
          description: text,
          implication: text,
          themes: [{ themeId: 'th', relationship: 'supports', narrative: text }],
        },
        recommendation('r', ['sg'], {
          title: text,
          body: text,
          confidenceRationale: text,
          counterEvidenceNote: text,
          actionItems: [{ action: text, priority: 'high', supportingEvidence: text }],
          decision: { value: 'accepted', at: T0, note: text.slice(0, 1_900) },
          outcome: { value: 'shipped', at: T0, note: text.slice(0, 1_900) },
          workItemLinks: [
            { url: 'https://example.com/?q=%22%3E%3Cb%3E', title: text.slice(0, 190) },
          ],
        }),
        {
          resource: 'researchGap',
          researchGapId: 'g',
          signalId: 'sg',
          type: 'missing_breadth',
          status: 'open',
          description: text,
          suggestedAction: text,
          createdAt: T0,
        },
      ];
      const { see, api } = await open(lines);
      const said = (await fetched(`${api.url}/p/signals/sg`)).text.match(
        /<blockquote[\s\S]*?<\/block/g,
      );
      expect(decoded(said?.[0] ?? '')).toBe(`<blockquote dir="auto">${text}</block`);
      const search = `/p?q=${encodeURIComponent(text.slice(0, 190))}`;
      const quotes = '/p/signals/sg?quotes=1';
      for (const path of [
        '/p',
        search,
        '/p/signals/sg',
        quotes,
        '/p/studies/s',
        '/p/recommendations/r',
      ]) {
        const page = await see(path);
        expect(page.status, path).toBe(200);
        expect(page.text).not.toMatch(/<(script|img|b|i|iframe)[\s>]/i);
        expect(page.text.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i);
        expect(page.text).not.toMatch(/href="(?!\/p[/?"]|#content|data:,|https?:)[^"]*"/);
        expect(page.text.match(/<title/g)?.length).toBe(page.text.match(/<\/title>/g)?.length);
      }
    },
  );

  it('in an address opens nothing and breaks nothing', async () => {
    const { see } = await open(rich());
    const ids = [
      '%00',
      '%E0%A4%A',
      '..%2f..%2fetc',
      '%3Cscript%3E',
      'a'.repeat(5_000),
      "'; drop table signals;--",
      'SIG-999',
    ];
    for (const kind of ['signals', 'studies', 'recommendations'])
      for (const id of ids) {
        const page = await see(`/p/${kind}/${id}`);
        expect(page.status, id.slice(0, 20)).toBe(404);
        expect(page.text).not.toContain('<script');
      }
    expect((await see('/p/')).status).toBe(404);
    expect((await see('/p/sign-in')).status).toBe(404);
  });
});
