import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();
const SAVE = 'evidence.save';
const SAID_AT = '1763000000.000200';
const SAID = 'The invoice export stopped twice today, I gave up.';

type View = Record<string, unknown> & { private_metadata: string; blocks: { block_id?: string }[] };

const sql = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.dataSource.query(text, values);

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

const message = (more: object = {}) => ({ ts: SAID_AT, user: 'U2', text: SAID, ...more });

/** Opens the modal of a message and gives it as it stands then. */
async function open(bench: Bench, more: object = {}): Promise<View> {
  await bench.shortcut(SAVE, message(more));
  await bench.settle();
  return bench.slack.of('views.update').at(-1)!.view as unknown as View;
}

/** The field for the theme is there for a study that exists, and named for it; empty, it is null. */
const themeChosen = ({ study = '', theme }: Record<string, string>) =>
  study.startsWith('new:') ? {} : { [`theme/${study}`]: theme ?? null };

/** Submits the form with these choices on top of its prefilled values. */
async function submit(bench: Bench, view: View, chosen: Record<string, string>, user = 'U1') {
  const menus = ['study', 'kind', 'around'];
  const initial = { 'said-by': 'Tom Okafor', quote: SAID, kind: 'evidence' };
  const { theme: _, ...fields } = chosen;
  const entered = { ...initial, ...fields, ...themeChosen(chosen) };
  const values = Object.fromEntries(
    Object.entries(entered).map(([id, value]) => [
      id,
      {
        [id]:
          menus.includes(id) || id.startsWith('theme/')
            ? { selected_option: value === null ? null : { value } }
            : { value },
      },
    ]),
  );
  const answer = await bench.submit(
    { callback_id: SAVE, private_metadata: view.private_metadata, state: { values } },
    { user: { id: user, team_id: 'T1' } },
  );
  const ack = await answer.json();
  await bench.settle();
  return { ack, shown: JSON.stringify(bench.slack.of('views.update').at(-1)?.view) };
}

const evidenceOf = (bench: Bench) =>
  sql(
    `select e.quote, e.kind, e.theme_id, e.study_id, e.note, e.qualifies, p.display_name, i.status,
            i.quality_score, i.transcript, i.interviewers, i.captured_at
       from evidence e join source_items i using (team_id, source_item_id)
       join participants p on p.team_id = e.team_id and p.participant_id = e.participant_id
      where e.team_id = $1 and e.source_item_id like 'slack-%'`,
    bench.teamId,
  );

describe('a message', () => {
  it('is saved as evidence after a modal that shows what will be stored', async () => {
    const bench = await withResearch();
    const view = await open(bench);
    expect(bench.slack.of('views.open')).toHaveLength(1);
    const shown = JSON.stringify(view);
    expect(shown).toContain(
      `{"type":"rich_text_quote","elements":[{"type":"text","text":"${SAID}"}]}`,
    );
    expect(shown).toContain('Tom Okafor');
    expect(await evidenceOf(bench)).toEqual([]);

    const { ack, shown: after } = await submit(bench, view, { study: 's1', theme: 't1' });
    expect(ack).toMatchObject({ response_action: 'update' });
    expect(after).toContain('Saved under “Export” of “Onboarding interviews”');
    expect(await evidenceOf(bench)).toEqual([
      {
        quote: SAID,
        kind: 'evidence',
        theme_id: 't1',
        study_id: 's1',
        note: `https://acme.slack.example/archives/C1/p${SAID_AT}`,
        qualifies: true,
        display_name: 'Tom Okafor',
        status: 'analyzed',
        quality_score: null,
        transcript: [{ speaker: 'Tom Okafor', text: SAID }],
        interviewers: [],
        captured_at: new Date(1_763_000_000_000),
      },
    ]);
    const [signal] = await sql(
      'select participant_count as people from signals where team_id = $1',
      bench.teamId,
    );
    expect(signal?.people).toBe(6);
    expect(
      await sql(
        `select actor_id from history where team_id = $1 and action = 'save_evidence'`,
        bench.teamId,
      ),
    ).toEqual([{ actor_id: 'U1' }]);
  });

  it('is saved once: the second person reads who was first, before and after the modal', async () => {
    const bench = await withResearch();
    const [first, second] = [await open(bench), await open(bench)];
    await Promise.all([
      submit(bench, first, { study: 's1', theme: 't1' }, 'U2'),
      submit(bench, second, { study: 's1', theme: 't1' }, 'U1'),
    ]);
    expect(await evidenceOf(bench)).toHaveLength(1);
    const last = bench.slack.of('views.update').map(({ view }) => JSON.stringify(view));
    expect(last.filter((text) => /already saved this as evidence on/.test(text))).toHaveLength(1);
    expect(JSON.stringify(await open(bench))).toContain('has already saved this as evidence.');
  });

  it('keeps a part of its words, a customer as the speaker and a new theme of a new study', async () => {
    const bench = await withResearch();
    const view = await open(bench, {
      text: 'Ines &lt;CFO&gt; wrote: <https://x.example|see> we *gave up* <@U1>',
    });
    const { shown } = await submit(bench, view, {
      study: 'new:Feedback channel',
      'new-theme': 'Giving up',
      'said-by': 'Ines',
      quote: 'we *gave up*',
      kind: 'counterEvidence',
    });
    expect(shown).toContain('Saved under “Giving up” of “Feedback channel”');
    expect(await evidenceOf(bench)).toMatchObject([
      {
        quote: 'we *gave up*',
        kind: 'counterEvidence',
        display_name: 'Ines',
        transcript: [
          { speaker: 'Ines', text: 'Ines <CFO> wrote: see we *gave up* @Maya Lindqvist' },
        ],
      },
    ]);
    const [study] = await sql(
      `select status from studies where team_id = $1 and name = 'Feedback channel'`,
      bench.teamId,
    );
    expect(study?.status).toBe('active');
  });

  it('that is entered wrongly says what is wrong in the modal, and stores nothing', async () => {
    const bench = await withResearch();
    const view = await open(bench);
    const { ack } = await submit(bench, view, { study: 's1' });
    expect(ack).toEqual({
      response_action: 'errors',
      errors: { 'theme/s1': 'Choose a theme, or name a new one below.' },
    });
    const other = await submit(bench, view, { study: 's1', theme: 't2' });
    expect(other.shown).toContain('belongs to another study');
    const invented = await submit(bench, view, { study: 's1', theme: 't1', quote: 'I love it' });
    expect(invented.shown).toContain('The quote must be copied verbatim from the message');
    expect(invented.shown).toContain('"initial_value":"I love it"');
    const unnamed = await submit(bench, view, { study: 'new:Left empty' });
    expect(unnamed.ack).toMatchObject({ errors: { 'new-theme': 'Name a theme.' } });
    await submit(bench, view, { study: 'new:Left empty', 'new-theme': 'New', quote: 'I love it' });
    expect(await evidenceOf(bench)).toEqual([]);
    expect(
      await sql(`select 1 from studies where team_id = $1 and name = 'Left empty'`, bench.teamId),
    ).toEqual([]);
    await submit(bench, view, { study: 's1', theme: 't1' });
    expect(await evidenceOf(bench)).toHaveLength(1);
  });

  it('brings its whole thread along where that is chosen and can be read', async () => {
    const bench = await withResearch();
    const thread = '1762999990.000100';
    const view = await open(bench, { thread_ts: thread });
    const choice = { study: 's1', theme: 't1', around: 'thread' };
    bench.slack.next('conversations.replies', { ok: false, error: 'not_in_channel' });
    expect((await submit(bench, view, choice)).shown).toContain('Invite Belief Layer');
    bench.slack.next('conversations.replies', {
      messages: [
        { ts: thread, user: 'U1', text: 'How was the export?' },
        { ts: SAID_AT, user: 'U2', text: `${SAID} (edited since)` },
        { ts: '1763000060.000000', user: 'U1', text: 'Oh no.' },
      ],
    });
    await submit(bench, view, choice);
    const [row] = await evidenceOf(bench);
    expect(row?.interviewers).toEqual(['Maya Lindqvist']);
    expect(row?.transcript).toEqual([
      { speaker: 'Maya Lindqvist', text: 'How was the export?', atSecs: 0 },
      { speaker: 'Tom Okafor', text: SAID, atSecs: 10 },
      { speaker: 'Maya Lindqvist', text: 'Oh no.', atSecs: 70 },
    ]);
  });

  it('of any length and oddity can be shown and saved', async () => {
    const bench = await withResearch();
    const odd = `<!channel> \`\`\`*code*\`\`\` ‮right to left‬ 👩‍👩‍👧 ${'very long words '.repeat(640)}`;
    const view = await open(bench, { text: odd });
    await submit(bench, view, { study: 's1', theme: 't1', quote: undefined as never });
    const [row] = await evidenceOf(bench);
    expect(String(row?.quote)).toHaveLength(odd.replace('<!channel>', '@channel').trim().length);
    await bench.shortcut(SAVE, message({ ts: '1763000001.0', text: '' }));
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('views.update').at(-1))).toContain('no text to save');
  });
});

describe('the menus of the modal', () => {
  it('offer studies and themes by what is typed, the nearest themes first, and new studies', async () => {
    const bench = await withResearch();
    const view = await open(bench);
    expect(await bench.suggest('evidence.study', 'bill', view)).toEqual([
      { value: 's2', text: 'Billing calls' },
      { value: 'new:bill', text: 'New study: bill' },
    ]);
    expect(await bench.suggest('evidence.theme', '', view)).toEqual([]);
    expect(await bench.suggest('evidence.theme', '', view, 'theme/s2')).toEqual([
      { value: 't2', text: 'Export again' },
    ]);
    expect(await bench.suggest('evidence.theme', 'nothing like it', view, 'theme/s2')).toEqual([]);
  });

  it('offer only the themes of the chosen study, and the form keeps what was entered', async () => {
    const bench = await withResearch();
    const view = await open(bench);
    const fields = ({ blocks }: View): string[] => blocks.flatMap(({ block_id: id }) => id ?? []);
    expect(fields(view)).not.toContainEqual(expect.stringMatching(/^theme/));
    const choose = async (study: string, more: object = {}) => {
      const values = {
        study: { 'evidence.study': { selected_option: { value: study } } },
        'said-by': { 'said-by': { value: 'Ines' } },
        ...more,
      };
      await bench.act(
        {
          type: 'external_select',
          action_id: 'evidence.study',
          block_id: 'study',
          selected_option: { value: study },
        },
        {
          channel: undefined,
          message: undefined,
          response_url: undefined,
          view: {
            id: 'V1',
            type: 'modal',
            private_metadata: view.private_metadata,
            state: { values },
          },
        },
      );
      await bench.settle();
      return bench.slack.of('views.update').at(-1)!.view as unknown as View;
    };
    const first = await choose('s1');
    expect(fields(first)).toContain('theme/s1');
    expect(JSON.stringify(first)).toContain('"initial_value":"Ines"');
    expect(JSON.stringify(first)).toContain('Onboarding interviews');
    const themes = { 'theme/s1': { 'evidence.theme': { selected_option: { value: 't1' } } } };
    const second = await choose('s2', themes);
    expect(fields(second)).toContain('theme/s2');
    expect(JSON.stringify(second)).not.toContain('"value":"t1"');
    expect(fields(await choose('new:Fresh'))).not.toContainEqual(expect.stringMatching(/^theme/));
  });
});
