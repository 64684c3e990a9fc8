import { describe, expect, it } from 'vitest';
import { askToPost } from '../../integrations/slack/cards/post-cards.js';
import { postsChanged } from '../../src/core/announce.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();

const INTERVIEW = `WEBVTT

00:00:01.000 --> 00:00:05.000
<v Nora Interviewer>What happened the last time you exported invoices?

00:00:06.000 --> 00:00:15.000
<v Ines Duarte>I hate the export. I gave up on the invoice export twice last week, it is so frustrating.

00:00:16.000 --> 00:00:19.000
<v Nora Interviewer>What did you do then?

00:00:20.000 --> 00:00:31.000
<v Ines Duarte>I copied every single invoice by hand into a spreadsheet, which took me the whole afternoon.
`;

const sql = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.dataSource.query(text, values);

const message = (names: string[], more: object = {}) => ({
  type: 'message',
  subtype: 'file_share',
  channel: 'D1',
  channel_type: 'im',
  ts: '70.1',
  text: '',
  files: names.map((name, i) => ({ id: `F${i}`, name })),
  ...more,
});

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

/** The current text of the bot's single message about the files. */
const notice = (bench: Bench): string => JSON.stringify([...bench.slack.messages.values()].at(-1));

function question(bench: Bench): { block_id: string; ts: string } {
  const [ts, posted] = [...bench.slack.messages].at(-1)!;
  const [, actions] = posted.blocks as unknown as { block_id: string }[];
  return { block_id: actions!.block_id, ts };
}

const choose = (bench: Bench, study: string, user = 'U1'): Promise<Response> =>
  bench.act(
    {
      type: 'external_select',
      action_id: 'files.study',
      block_id: question(bench).block_id,
      selected_option: { value: study },
    },
    { user: { id: user, team_id: 'T1' } },
  );

describe('an interview file', () => {
  it('sent to the bot is read into the study that is chosen, told in one message', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    expect(notice(bench)).toContain('Which study does “ines.vtt” belong to?');
    const before = await sql('select 1 from source_items where team_id = $1', bench.teamId);
    await choose(bench, 's2');
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
    expect(notice(bench)).toContain('Read 1 file into “Billing calls”.');
    expect(notice(bench)).toMatch(/✓ ines\.vtt: 1 interview, [1-9]\d* quotes?\./);
    const after = await sql(
      'select study_id from source_items where team_id = $1 and transcript is not null',
      bench.teamId,
    );
    expect(after).toEqual([{ study_id: 's2' }]);
    expect(before).toHaveLength(6);
  });

  it('is answered with what was kept of it, by the names that the team shows', async () => {
    const bench = await withResearch();
    await changeSettings(database.context(bench.teamId), { names: 'hidden' });
    const said = INTERVIEW.replace('I hate the export.', 'I hate <!channel> the *export*.');
    bench.slack.files.set('F0', said);
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    const [, posted] = [...bench.slack.messages].at(-1)!;
    const [{ elements }] = posted.blocks as unknown as [
      { elements: { type: string; elements: { text: string }[] }[] },
    ];
    const quotes = elements.filter(({ type }) => type === 'rich_text_quote');
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.length).toBeLessThanOrEqual(3);
    for (const quote of quotes) expect(said).toContain(quote.elements[0]!.text);
    expect(JSON.stringify(elements)).toContain('— A participant · Billing calls');
    expect(JSON.stringify(elements)).not.toContain('Ines');
  });

  it('is not quoted in a channel that another organization reads', async () => {
    const bench = await withResearch();
    bench.slack.always('conversations.info', { channel: { id: 'C7', is_ext_shared: true } });
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(
      message(['ines.vtt'], { channel: 'C7', channel_type: 'channel', user_team: 'T1' }),
    );
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(notice(bench)).toMatch(/✓ ines\.vtt: 1 interview, [1-9]/);
    expect(notice(bench)).not.toContain('rich_text_quote');
  });

  it('no longer shows the words of a participant who is erased, also weeks later', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['call.vtt']));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(notice(bench)).toContain('I gave up on the invoice export twice');
    const updates = () => bench.slack.of('chat.update').length;
    const before = updates();
    await askToPost(database.context(bench.teamId));
    await postsChanged(database.context(bench.teamId));
    await bench.settle();
    expect(updates()).toBe(before);
    await sql(
      "update slack_drafts set created_at = now() - interval '80 days' where team_id = $1",
      bench.teamId,
    );
    const daily = bench.bot.schedules.find(({ name }) => name === 'slack-daily')!;
    const { log } = database.context(bench.teamId);
    await daily.run({ system: database.system, log }, new Date());
    await bench.settle();
    const [ines] = await sql(
      `select participant_id as id from participants where team_id = $1 and display_name = 'Ines Duarte'`,
      bench.teamId,
    );
    await eraseParticipant(database.context(bench.teamId), String(ines!.id));
    await bench.settle();
    expect(notice(bench)).not.toMatch(/invoice|Ines/);
    expect(notice(bench)).toContain('Read 1 file into “Billing calls”.');
  });

  it('chosen to be read again as it was is still told as read', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    for (const again of [1, 2]) {
      await takePart(bench, 'Ines Duarte');
      await bench.settle();
      expect(notice(bench), `time ${again}`).toContain('Read 1 file into');
    }
  });

  const people = async (bench: Bench) => {
    const rows = await sql(
      `select p.display_name as name, i.interviewers from source_items i join participants p using (team_id, participant_id)
        where team_id = $1 and i.transcript is not null order by 1`,
      bench.teamId,
    );
    return rows.map(({ name, interviewers }) => [name, interviewers]);
  };

  /** The menu below the message that asks who takes part. */
  const menu = (bench: Bench) => {
    const [, posted] = [...bench.slack.messages].at(-1)!;
    const blocks = posted.blocks as unknown as { block_id: string; accessory?: Menu }[];
    const found = blocks.find(({ accessory }) => accessory?.type === 'multi_static_select')!;
    return { ...found.accessory!, block_id: found.block_id };
  };
  interface Menu {
    type: string;
    action_id: string;
    options: { value: string; text: { text: string } }[];
    initial_options?: { text: { text: string } }[];
  }

  const takePart = (bench: Bench, ...names: string[]): Promise<Response> => {
    const { block_id, action_id, options } = menu(bench);
    const selected_options = options.filter(({ text }) => names.includes(text.text));
    return bench.act({ type: 'multi_static_select', action_id, block_id, selected_options });
  };

  it('shows the detected participants, and is read again with the chosen ones', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(menu(bench).initial_options?.map(({ text }) => text.text)).toEqual(['Ines Duarte']);
    await takePart(bench, 'Nora Interviewer');
    await bench.settle();
    expect(await people(bench)).toEqual([['Nora Interviewer', ['Ines Duarte']]]);
    expect(menu(bench).initial_options?.map(({ text }) => text.text)).toEqual(['Nora Interviewer']);
    expect(notice(bench)).toContain('✓ ines.vtt: read again: 1 interview');
    await takePart(bench, 'Ines Duarte');
    await bench.settle();
    expect(await people(bench)).toEqual([['Ines Duarte', ['Nora Interviewer']]]);
    // and the study's next file is read so at once
    bench.slack.files.set('F0', INTERVIEW.replaceAll('Ines Duarte', 'Ole Berg'));
    await bench.event(message(['ole.vtt'], { ts: '73.1' }));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(await people(bench)).toContainEqual(['Ole Berg', ['Nora Interviewer']]);
    expect(bench.slack.responses).toEqual([]);
  });

  it('in which only an interviewer seems to speak asks once who takes part, for the whole study', async () => {
    const bench = await withResearch();
    const notes = (last: string) =>
      `M: I gave up on the invoice export twice last week, it is so frustrating.\n\nM: ${last}\n`;
    bench.slack.files.set('F0', notes('I copied every single invoice by hand into a spreadsheet.'));
    await bench.event(message(['p1.txt']));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(notice(bench)).toContain('✗ p1.txt: It has no participant: the only speaker');
    await takePart(bench, 'M');
    await bench.settle();
    expect(notice(bench)).toContain('✓ p1.txt: 1 interview');
    bench.slack.files.set(
      'F0',
      notes('I hate that the numbers are wrong every time I look at them.'),
    );
    await bench.event(message(['p2.txt'], { ts: '74.1' }));
    await bench.settle();
    await choose(bench, 's2');
    await bench.settle();
    expect(notice(bench)).toContain('✓ p2.txt: 1 interview');
    expect((await people(bench)).map(([name]) => name)).toEqual(['P1', 'P2']);
  });

  it('that cannot be had or read says why, and the others are read all the same', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    bench.slack.files.set('F1', { type: 'text/html; charset=utf-8', content: '<h1>Sign in</h1>' });
    bench.slack.files.set('F2', '{"neither": "an interview"');
    bench.slack.next(
      'files.info',
      { file: { id: 'F3', mode: 'external', is_external: true } },
      { file: { id: 'F4', size: 900_000_000 } },
      { file: { id: 'F5', url_private_download: 'http://169.254.169.254/latest' } },
      { file: { id: 'F6', url_private_download: 'https://slack.com.evil.example/x' } },
      { ok: false, error: 'file_deleted' },
    );
    const order = ['F3', 'F4', 'F5', 'F6', 'F7', 'F0', 'F1', 'F2', 'F9'];
    const files = order.map((id) => ({ id, name: id === 'F2' ? 'f2.json' : `${id}.vtt` }));
    await bench.event(message([], { files }));
    await bench.settle();
    await choose(bench, 'new:Odd files');
    await bench.settle();
    const told = notice(bench);
    expect(told).toContain('Read 1 of 9 files into “Odd files”.');
    for (const line of [
      '✗ F3.vtt: it is a link to another service',
      '✗ F4.vtt: it is larger than',
      '✗ F5.vtt: Slack provided no download link.',
      '✗ F6.vtt: Slack provided no download link.',
      '✗ F7.vtt: Slack no longer has it. Send it again.',
      '✗ F1.vtt: Slack did not provide the file: check that the app has the scope files:read',
      '✗ F9.vtt: Slack did not provide the file',
      '✓ F0.vtt: 1 interview',
      '✗ f2.json: ',
    ]) {
      expect(told).toContain(line);
    }
    await bench.event(message([], { files: files.slice(-2), ts: '72.1' }));
    await bench.settle();
    expect(notice(bench)).toContain('Do not read them"');
    await choose(bench, 's2');
    await bench.settle();
    expect(notice(bench)).toContain('Could not read any of the 2 interview files into');
  });

  it('is asked about by name, next to the files that cannot be read', async () => {
    const bench = await withResearch();
    await bench.event(message(['a.vtt', 'pic.png', 'b.txt']));
    await bench.settle();
    expect(notice(bench)).toContain('Which study do “a.vtt” and “b.txt” belong to?');
    expect(notice(bench)).toContain('✗ “pic.png” cannot be read.');
  });

  it('that cannot be read is told where it was sent, and leaves no interview for a card', async () => {
    const bench = await withResearch();
    const counts = () =>
      sql(
        `select (select count(*) from source_items where team_id = $1) as items,
                (select count(*) from participants where team_id = $1) as people,
                (select count(*) from source_files where team_id = $1) as files`,
        bench.teamId,
      );
    const before = await counts();
    bench.slack.files.set('F0', '{"neither": "an interview"');
    bench.slack.files.set('F1', '');
    await bench.event(message(['bad.json', 'empty.txt']));
    await bench.settle();
    await choose(bench, 'new:Odd files');
    await bench.settle();
    expect(notice(bench)).toContain('Could not read any of the 2 interview files');
    expect(await counts()).toEqual(before);
  });

  it('that the app may not see says which scope is missing', async () => {
    const bench = await withResearch();
    bench.slack.next('files.info', { ok: false, error: 'missing_scope' });
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    await choose(bench, 's1');
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1))).toContain(
      '✗ ines.vtt: Slack did not provide the file: check that the app has the scope files:read',
    );
  });

  it('is read even if the message about it was deleted or cannot be changed', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['ines.vtt']));
    await bench.settle();
    const gone = { ok: false, error: 'message_not_found' };
    bench.slack.next('chat.update', gone, gone, { ok: false, error: 'is_archived' });
    await choose(bench, 's1');
    await bench.settle();
    const [read] = await sql(
      `select count(*)::int as items from source_items where team_id = $1 and source_item_id not like 'i_'`,
      bench.teamId,
    );
    expect(read).toEqual({ items: 1 });
    expect(bench.slack.responses).toEqual([]);
    expect(bench.bot.status().ok).toBe(true);
  });

  it('is decided about once, and may be left alone', async () => {
    const bench = await withResearch();
    bench.slack.files.set('F0', INTERVIEW);
    await bench.event(message(['a.vtt']));
    await bench.event(message(['a.vtt']));
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
    expect(notice(bench)).toContain('Do not read it"');
    await Promise.all([choose(bench, 's1'), choose(bench, 's2', 'U2')]);
    await bench.settle();
    expect(bench.slack.responses.map(({ text }) => text)).toEqual([
      'Someone has already decided about these files, or they were sent too long ago. Send them again.',
    ]);
    await bench.event(message(['b.vtt'], { ts: '71.1' }));
    await bench.settle();
    const draftId = question(bench).block_id.split('/')[2];
    await bench.act({ action_id: 'files.leave', value: draftId });
    await bench.settle();
    expect(notice(bench)).toContain('Not read: “b.vtt”.');
  });

  it('in a channel is asked about where it is a transcript or comes with a mention, in its thread', async () => {
    const bench = await withResearch();
    const channel = { channel: 'C7', channel_type: 'channel' };
    await bench.event(message(['numbers.csv'], { ...channel, ts: '80.1' }));
    await bench.event(message(['talk.vtt'], { ...channel, ts: '81.1' }));
    await bench.event({
      type: 'app_mention',
      channel: 'C7',
      ts: '82.1',
      text: '<@UBOT>',
      files: [{ id: 'F1', name: 'numbers.csv' }],
    });
    await bench.settle();
    const asked = bench.slack.of('chat.postMessage').map(({ thread_ts }) => thread_ts);
    expect(asked.toSorted()).toEqual(['81.1', '82.1']);
  });

  it('of another kind is refused with the kinds that can be read', async () => {
    const bench = await withResearch();
    await bench.event(message(['holiday.png']));
    await bench.settle();
    expect(bench.slack.of('chat.postEphemeral')).toMatchObject([
      { text: expect.stringContaining('.vtt, .srt, .txt, .md, .csv or .json') },
    ]);
  });
});
