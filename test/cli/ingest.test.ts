import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { germanTalks } from '../analysis/interviews.js';
import { folderOf, put, talkOf } from '../interviews/talks.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';

const database = useDatabase();

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(
  args: string[],
  url = database.url,
): {
  child: ChildProcess;
  ended: Promise<Ended>;
  says(text: string): Promise<void>;
} {
  const child = spawn(process.execPath, ['dist/src/cli/main.js', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (err.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      child.on('close', () => resolve());
      look();
    });
  return { child, ended, says };
}

const run = (...args: string[]) => start(args).ended;
const into = (teamId: string, study = 'Billing') => ['--team', teamId, '--study', study];

const evidenceOf = async (teamId: string): Promise<string[]> => {
  const rows: { line: string }[] = await database.dataSource.query(
    `select e.evidence_id || ' ' || t.theme_id || ' ' || coalesce(string_agg(s.signal_id, ',' order by s.signal_id), '') as line
       from evidence e join themes t using (team_id, theme_id)
       left join signal_themes s using (team_id, theme_id)
      where e.team_id = $1 group by e.evidence_id, t.theme_id order by 1`,
    [teamId],
  );
  return rows.map(({ line }) => line);
};

const SIX = Object.fromEntries(
  ['Ada', 'Ben', 'Cleo', 'Dirk', 'Elsa', 'Finn'].map((name) => [
    `${name}.txt`,
    talkOf('Mara', name, (answer) => `${answer} ${name === 'Ada' ? '' : 'So it is with us.'}`),
  ]),
);

describe('ingest', () => {
  it('says what became of each file, as it goes on and at the end', async () => {
    const teamId = await database.createTeam();
    const folder = folderOf({ 'a.txt': talkOf('Mara', 'Ole'), 'b.vtt': 'WEBVTT\n', 'c.png': '' });
    const { code, out, err } = await run('ingest', folder, ...into(teamId));
    expect(code).toBe(0);
    expect(err).toMatch(/\[1\/2\] a\.txt: new, \d+ quotes, interviewer Mara, participant Ole\n/);
    expect(err).toContain('[2/2] b.vtt: failed: It has no subtitles');
    expect(out).toMatch(
      /^2 files into study st-\w+: 1 new, 0 corrected, 0 unchanged, 1 failed\.\n/,
    );
    expect(out).toContain('1 other file skipped.');
    expect(out).toMatch(
      /No belief was found: .* 4 themes without a belief are waiting\. Mentioned by the most people:\n\s+th-\w+\s+.+, 1 person: "/,
    );
    expect(out).toMatch(
      /To turn a theme into a belief yourself, state it as a sentence: npm run cli -- theme promote ID --team team-/,
    );
    expect(out).toContain(
      `Full list: npm run cli -- theme list --team ${teamId} --study Billing\n`,
    );
    // not started by npm, as in a container: an agent could not start it with npm either
    expect(out).not.toContain('claude mcp add');

    const json = await run('ingest', folder, ...into(teamId), '--json');
    const report = JSON.parse(json.out) as { files: { fileName: string; outcome: string }[] };
    expect(report.files.map(({ fileName, outcome }) => [fileName, outcome])).toEqual([
      ['a.txt', 'unchanged'],
      ['b.vtt', 'failed'],
    ]);
  });

  it('stops at the first file that the database is away for, and continues from there', async () => {
    const teamId = await database.createTeam();
    const names = Array.from({ length: 40 }, (_, n) => `Person${n}`);
    const folder = folderOf(
      Object.fromEntries(names.map((name) => [`${name}.txt`, talkOf('Mara', name)])),
    );
    const proxy = await databaseProxy(database.url);
    const stopped = start(['ingest', folder, ...into(teamId)], proxy.url);
    await stopped.says('[1/40]');
    proxy.cut();
    const { code, out, err } = await stopped.ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const lines = err.trimEnd().split('\n');
    expect(lines.pop()).toBe(
      'The database cannot be reached at the moment. Try again shortly. What was stored before stays: run it again to continue.',
    );
    expect(lines.length).toBeLessThan(40);
    for (const line of lines) expect(line).toMatch(/^\[\d+\/40\] Person\d+\.txt: new, /);

    const again = await run('ingest', folder, ...into(teamId));
    expect(again.code).toBe(0);
    const [, added, unchanged] = /: (\d+) new, 0 corrected, (\d+) unchanged, 0 failed/.exec(
      again.out,
    )!;
    expect(Number(added) + Number(unchanged)).toBe(40);
    expect(Number(unchanged)).toBeGreaterThanOrEqual(lines.length);
  });

  it('quotes the names of speakers in lines to paste, so that a shell runs nothing in them', async () => {
    const teamId = await database.createTeam();
    const folder = folderOf({
      'a.txt': ["Ana$(id): It is slow.\n\nBo`id`'s: Yes.\n\n", 'Ana$(id): We wait.\n'].join(''),
    });
    const both = ['--interviewer', 'Ana$(id)', '--interviewer', "Bo`id`'s"];
    const { err } = await run('ingest', folder, ...into(teamId), ...both);
    const line = /ingest it again: (.+)/.exec(err)?.[1];
    const { stdout } = spawnSync('sh', ['-c', `printf '%s|' ${line}`], { encoding: 'utf8' });
    expect(stdout).toBe("--participant|Ana$(id)|--participant|Bo`id`'s|");
  });

  it('prints no control character that an interview contains', async () => {
    const teamId = await database.createTeam();
    const talk = ['Ana\u001b[31m', 'Bo', 'Ana\u001b[31m'].map((speaker) => ({
      ...{ speaker, text: 'We \u001b[2J import the invoices \u0007 by hand every single morning.' },
    }));
    const folder = folderOf({ 'a.json': JSON.stringify(talk) });
    const both = ['--interviewer', 'Ana', '--interviewer', 'Bo'];
    for (const more of [[], both]) {
      const { out, err } = await run('ingest', folder, ...into(teamId, 'S'), ...more);
      expect(err).toContain('Ana\ufffd[31m');
      expect(out + err).not.toMatch(/[^\P{Cc}\n]/u);
    }
  });

  it('lists every theme without a belief, which it names a few of', async () => {
    const teamId = await database.createTeam();
    await run('ingest', folderOf({ 'a.txt': talkOf('Mara', 'Ole') }), ...into(teamId));
    const list = (...more: string[]) => run('theme', 'list', '--team', teamId, ...more);
    const { out } = await list('--study', 'billing');
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^th-\w+ {2}.+, 1 person: "/);
    expect((await list('--limit', '1')).out).toMatch(/\nand 3 more: --limit N lists more\n$/);
    const { total, themes } = JSON.parse((await list('--json')).out);
    expect(total).toBe(4);
    expect(themes[0]).toMatchObject({ label: expect.any(String), people: 1 });
    const { themeId } = themes[0];
    expect(lines[0]).toContain(themeId);
    const promote = (id: string) =>
      run('theme', 'promote', id, '--team', teamId, '--as', 'Invoices come late');
    expect(await promote(themeId)).toMatchObject({ code: 0 });
    expect(JSON.parse((await list('--json')).out).total).toBe(3);
    expect(await promote('th-nope')).toMatchObject({
      code: 1,
      err: 'There is no theme with the id "th-nope". theme list --team TEAM shows the ids.\n',
    });
    expect(await list('--study', 'Nowhere')).toMatchObject({
      code: 1,
      err: 'There is no study "Nowhere".\n',
    });
  });

  it('ingests, and fails, if a name is that of no speaker', async () => {
    const teamId = await database.createTeam();
    const folder = folderOf({
      'a.txt': talkOf('Mara', 'Ole'),
      'b 2024-05-01.txt': talkOf('Mara', 'Iva', (answer) => `So. ${answer}`),
    });
    const named = (name: string) => run('ingest', folder, ...into(teamId), '--participant', name);
    expect(await named('Ole')).toMatchObject({ code: 0, out: expect.stringContaining('2 new') });
    const { code, out, err } = await named('Bob');
    expect(code).toBe(1);
    expect(err).toMatch(/No speaker is named "Bob"\. The name was ignored\./);
    expect(out).toContain(', 0 failed.');
    expect((await evidenceOf(teamId)).length).toBeGreaterThan(2);
    expect(out).toMatch(
      /\n1 file does not say when the talk took place, so the date of the file's last change is used\./,
    );
  });

  it('says that a model is needed if the interviews are in another language', async () => {
    const teamId = await database.createTeam();
    const files = germanTalks.map(({ person, answers }): [string, string] => [
      `${person}.txt`,
      answers.map((answer) => `Mara: Und dann?\n\n${person}: ${answer}\n`).join('\n'),
    ]);
    const { out } = await run('ingest', folderOf(Object.fromEntries(files)), ...into(teamId));
    expect(out).toMatch(
      /No belief was found: without a language model, only English is read\. \d\d quotes without a theme are waiting\.\nTo find beliefs, let the coding agent that you already use read the interviews; .* \(docs\/agents\.md\)\.\nOr connect a language model \(LLM_PROVIDER/,
    );
  });

  it('says how to continue if more themes wait than beliefs were found', async () => {
    const teamId = await database.createTeam();
    const talk = (name: string, ...answers: string[]): [string, string] => [
      `${name}.txt`,
      answers.map((answer) => `Mara: Tell me more?\n\n${name}: ${answer}\n`).join('\n'),
    ];
    const folder = folderOf(
      Object.fromEntries([
        talk(
          'Ada',
          'The setup of the import took me two whole days, and I was really frustrated.',
          'My parrot hates the horrible sound that the app makes when it opens a window.',
        ),
        talk(
          'Ben',
          'I struggled with the setup of the import for days; it was slow and confusing.',
          'The setup of the import was far too complicated for me.',
          'Our invoices arrive a week late every single month, which is a problem for accounting.',
        ),
        talk('Cleo', 'The setup of the import was too complicated for all of us.'),
      ]),
    );
    const { out } = await run('ingest', folder, ...into(teamId));
    expect(out).toMatch(
      /\d quotes? placed(, \d waiting until more people say the same)?; \d themes? and 1 signal added\./,
    );
    expect(out).toMatch(
      /1 signal in this study; 2 themes without a belief are waiting\. Mentioned by the most people:\n\s+th-\w+\s+.+, 1 person: "/,
    );
    expect(out).toMatch(/state it as a sentence: npm run cli -- theme promote ID --team/);
    expect(out).toContain('A coding agent can write the questions that each belief answers');
    expect(out).toContain('To find more, let the coding agent that you already use read');
  });

  it('ends in the same beliefs after it was killed half way', async () => {
    const [whole, killed] = [await database.createTeam(), await database.createTeam()];
    const folder = folderOf(SIX);
    await run('ingest', folder, ...into(whole));
    const half = start(['ingest', folder, ...into(killed)]);
    await half.says('[2/6]');
    half.child.kill('SIGKILL');
    await half.ended;
    expect(await evidenceOf(killed)).toEqual([]);
    const { err } = await run('ingest', folder, ...into(killed));
    expect(err).toContain('[1/6] Ada.txt: unchanged');
    const beliefs = await evidenceOf(whole);
    expect(beliefs.length).toBeGreaterThan(10);
    expect(await evidenceOf(killed)).toEqual(beliefs);
  });

  it('takes up files that come into a folder it watches', async () => {
    const teamId = await database.createTeam();
    const folder = folderOf({ 'a.txt': talkOf('Mara', 'Ole') });
    const watching = start(['ingest', folder, ...into(teamId), '--watch', '--json']);
    await watching.says('Watching');
    put(
      folder,
      'b.txt',
      talkOf('Mara', 'Iva', (answer) => `Like this: ${answer}`),
    );
    await watching.says('b.txt: new');
    watching.child.kill('SIGINT');
    const { code, out } = await watching.ended;
    expect(code).toBe(0);
    expect(JSON.parse(out).files).toHaveLength(2);
  });

  it('listens to a talk on standard input and ends it with the input', async () => {
    const teamId = await database.createTeam();
    const talk = start(['ingest', '-', ...into(teamId), '--participant', 'Ole', '--json']);
    talk.child.stdin?.write(
      'Mara: How are the invoices?\nOle: I am going to cancel my subscription over them.\n',
    );
    await talk.says('A live call is in the inbox');
    talk.child.stdin?.end(talkOf('Mara', 'Ole').replaceAll('\n\n', '\n'));
    const { code, out } = await talk.ended;
    expect(code).toBe(0);
    const report = JSON.parse(out) as { turns: number; liveCallIds: string[] };
    expect(report.turns).toBe(12);
    expect(report.liveCallIds.length).toBeGreaterThan(0);
    expect((await evidenceOf(teamId)).length).toBeGreaterThan(2);
  });

  it('ends a talk at a line that cannot be one, keeps what was said, and reports when no participant answered', async () => {
    const teamId = await database.createTeam();
    const talk = async (said: string | Buffer, participant = 'Ole') => {
      const live = start(['ingest', '-', ...into(teamId), '--participant', participant]);
      live.child.stdin?.end(said);
      return live.ended;
    };
    const asked = 'Mara: How do you do it?\nOle: I copy the numbers by hand\0, every week.\n';
    expect(await talk(asked)).toMatchObject({ code: 0 });
    const bad = Buffer.concat([Buffer.from(asked), Buffer.from([0xff, 0xfe, 0x0a])]);
    expect(await talk(bad)).toMatchObject({ code: 1, err: 'line 3: expected UTF-8 text\n' });
    const long = await talk(`${asked}Ole: ${'a'.repeat(100_000)}\n`);
    expect(long).toMatchObject({ code: 1, err: 'line 3: expected at most 100,000 characters.\n' });
    const nobody = await talk(asked, 'Moira');
    expect(nobody).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^No participant speaks: every speaker is listed as an interviewer/,
      ),
    });
    const [counts] = await database.dataSource.query(
      `select array_agg(status order by status) as status from source_items where team_id = $1`,
      [teamId],
    );
    expect(counts.status).toEqual([
      'analysis_failed',
      'insufficient',
      'insufficient',
      'insufficient',
    ]);
    expect((await talk('no name here\n')).err).toMatch(/^line 1: expected "Name: what is said"/);
    expect((await talk('')).err).toMatch(/^There are no turns/);
  });

  it('refuses what cannot be meant', async () => {
    const teamId = await database.createTeam();
    const folder = folderOf({ 'a.png': '' });
    const png = join(folder, 'a.png');
    writeFileSync(png, 'x');
    const folderOfOne = folderOf({ 'bad.vtt': 'WEBVTT\n' });
    const refusals: [args: string[], code: number, message: string][] = [
      [
        ['ingest', png, ...into(teamId)],
        1,
        'a.png is not an interview file: allowed are .vtt, .srt',
      ],
      [['ingest', folder, ...into(teamId), '--map', 'colour=Red'], 2, '--map must be FIELD=COLUMN'],
      [['ingest', '-', ...into(teamId)], 2, '--participant is missing'],
      [['ingest', folder, ...into(teamId)], 1, 'There is no interview file in'],
      [['ingest', '-', ...into(teamId), '--mask'], 2, '--mask works with files'],
      [
        ['ingest', join(folderOfOne, 'bad.vtt'), ...into(teamId)],
        1,
        'Nothing was ingested: 1 file',
      ],
    ];
    for (const [args, code, message] of refusals) {
      const ended = await run(...args);
      expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(message)]);
    }
  });
});

describe('participant', () => {
  it('exports and erases', async () => {
    const teamId = await database.createTeam();
    await run('ingest', folderOf({ 'a.txt': talkOf('Mara', 'Ole Berg') }), ...into(teamId));
    const [{ id }] = await database.dataSource.query(
      'select participant_id as id from participants where team_id = $1',
      [teamId],
    );
    const listed = await run('participant', 'list', '--team', teamId, '--json');
    expect(JSON.parse(listed.out)).toEqual({
      total: 1,
      participants: [
        {
          participantId: id,
          displayName: 'Ole Berg',
          studies: [expect.any(String)],
          interviews: 1,
        },
      ],
    });
    await database.dataSource.query(
      `insert into participants (team_id, participant_id, display_name)
         select $1, 'p' || n, 'Person ' || n from generate_series(1, 51) n`,
      [teamId],
    );
    const list = async (...more: string[]) =>
      (await run('participant', 'list', '--team', teamId, ...more)).out.trim().split('\n');
    expect((await list()).slice(-1)).toEqual(['and 2 more: --limit N lists more']);
    expect(await list('--limit', '60')).toHaveLength(52);
    expect(await run('participant', 'erase', 'ole berg', '--team', teamId)).toMatchObject({
      code: 1,
      err: `"ole berg" is a name, and the command needs the id: ${id}.\n`,
    });
    const held = await run('participant', 'export', id, '--team', teamId, '--json');
    expect(JSON.parse(held.out).participant.displayName).toBe('Ole Berg');
    const erased = await run('participant', 'erase', id, '--team', teamId);
    expect(erased.out).toMatch(/^Erased, and recorded as erased-\w+: 1 source items/);
    expect(await run('participant', 'export', id, '--team', teamId)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no participant .* participant list --team TEAM/),
    });
  });
});
