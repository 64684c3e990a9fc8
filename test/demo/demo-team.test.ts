import { describe, expect, it } from 'vitest';
import { demoTeam, demoTeamFacts } from '../../demo/team.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { parseLine } from '../../src/operations/snapshot/parse-line.js';
import { useDatabase } from '../support/database.js';
import { all, interviewOf, lines, now } from './demo-lines.js';

const database = useDatabase();

const words = (text: string): number => text.split(/\s+/).length;

describe('the demo team', () => {
  it('is a team of the promised size', () => {
    expect(demoTeamFacts.name).toContain('demo');
    expect(all('study').filter((study) => study.status !== 'draft').length).toBeGreaterThanOrEqual(
      4,
    );
    expect(all('participant')).toHaveLength(24);
    expect(all('sourceItem')).toHaveLength(40);
    expect(all('evidence').length).toBeGreaterThanOrEqual(300);
    expect(all('signal')).toHaveLength(20);
    expect(all('theme').length).toBeGreaterThanOrEqual(35);
    expect(all('researchGap')).toHaveLength(9);
    expect(all('recommendation').length).toBeGreaterThanOrEqual(12);
  });

  it('has nothing in it that the snapshot format does not know', () => {
    lines.forEach((line, index) => {
      expect(parseLine(JSON.stringify(line), index + 1)).toEqual(line);
    });
  });

  it('is imported whole into an empty team', async () => {
    const ctx = database.context(await database.createTeam());
    const counts = await importSnapshot(ctx, () => lines.map((line) => JSON.stringify(line)));
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(lines.length);
  });

  it('comes out the same for the same moment and moves with the clock', () => {
    expect(demoTeam(now)).toEqual(lines);
    const later = demoTeam(new Date(now.getTime() + 1_000));
    const item = (team: typeof lines) => team.find((line) => line.resource === 'sourceItem')!;
    expect(item(later)).toEqual({
      ...item(lines),
      capturedAt: (item(lines) as { capturedAt: number }).capturedAt + 1_000,
    });
  });

  it('gives every resource an id of its own, of the allowed characters', () => {
    const ids = lines.map(
      (line) => (line as unknown as Record<string, string>)[`${line.resource}Id`]!,
    );
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    expect(new Set(ids).size).toBe(ids.length);
    const refs = all('signal').map((signal) => signal.ref);
    expect(refs).toEqual(refs.map((_ref, index) => `SIG-${index + 1}`));
  });

  it('refers only to what it holds', () => {
    const held = new Set(
      lines.map((line) => (line as unknown as Record<string, string>)[`${line.resource}Id`]!),
    );
    for (const study of all('study')) {
      for (const target of study.learningTargets ?? []) held.add(target.targetId);
    }
    const refer = (line: object, ...ids: (string | undefined)[]) => {
      for (const id of ids) if (id !== undefined) expect(held, JSON.stringify(line)).toContain(id);
    };
    for (const line of lines) {
      if (line.resource === 'sourceItem') {
        refer(line, line.studyId, line.participantId, ...(line.coveredTargetIds ?? []));
      } else if (line.resource === 'theme') refer(line, line.studyId, line.parentThemeId);
      else if (line.resource === 'evidence') refer(line, line.themeId, line.sourceItemId);
      else if (line.resource === 'signal') refer(line, ...line.themes.map((link) => link.themeId));
      else if (line.resource === 'recommendation') {
        const cited = (line.actionItems ?? []).flatMap(
          (item) => item.supportingEvidence.match(/q-[a-z0-9-]+/g) ?? [],
        );
        refer(line, ...line.signalIds, ...cited);
      } else if (line.resource === 'researchGap') refer(line, line.signalId, line.draftedStudyId);
      else if (line.resource === 'actionCard') {
        const { studyIds = [], themeIds = [], ...single } = line.refs ?? {};
        refer(line, ...studyIds, ...themeIds, ...Object.values(single));
      }
    }
  });

  it('says on every page what belongs to it: evidence stands under a theme of its own study', () => {
    const studyOf = new Map(all('theme').map((theme) => [theme.themeId, theme.studyId]));
    for (const row of all('evidence')) {
      expect(studyOf.get(row.themeId), row.evidenceId).toBe(interviewOf(row).studyId);
    }
    for (const item of all('sourceItem')) {
      for (const target of item.coveredTargetIds ?? []) {
        expect(target).toMatch(new RegExp(`^t-${item.studyId.slice('study-'.length)}-`));
      }
    }
  });
});

describe('the interviews', () => {
  it('never give two people the same words', () => {
    const quotes = all('evidence').map((row) => row.quote.toLowerCase());
    expect(new Set(quotes).size).toBe(quotes.length);
  });

  it('hold quotes of very different length', () => {
    const lengths = all('evidence').map((row) => words(row.quote));
    expect(Math.min(...lengths)).toBeLessThanOrEqual(6);
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });

  it('explain every quote that counts against its theme', () => {
    for (const row of all('evidence')) {
      expect(row.note !== undefined, row.evidenceId).toBe(row.kind === 'counterEvidence');
    }
  });

  it('know the second of most quotes, in the order of the conversation', () => {
    const timed = all('evidence').filter((row) => row.timeInCallSecs !== undefined);
    expect(timed.length / all('evidence').length).toBeGreaterThan(0.9);
    for (const item of all('sourceItem')) {
      const times = timed
        .filter((row) => row.sourceItemId === item.sourceItemId)
        .map((row) => row.timeInCallSecs!);
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }
  });

  it('with a transcript have each quote as an exact span of what the participant said', () => {
    const transcribed = all('sourceItem').filter((item) => (item.transcript?.length ?? 0) >= 10);
    expect(transcribed.length).toBeGreaterThanOrEqual(5);
    const names = new Map(all('participant').map((one) => [one.participantId, one.displayName]));
    for (const item of transcribed) {
      const said = item.transcript!.filter(
        (turn) => turn.speaker === names.get(item.participantId),
      );
      expect(said.length).toBeLessThan(item.transcript!.length);
      const quotes = all('evidence').filter((row) => row.sourceItemId === item.sourceItemId);
      expect(quotes.length).toBeGreaterThan(0);
      for (const { quote, evidenceId } of quotes) {
        expect(
          said.filter((turn) => turn.text.includes(quote)),
          evidenceId,
        ).toHaveLength(1);
      }
    }
  });

  it('include prompted, withdrawn and low-quality material, and none from interviews without a result', () => {
    expect(all('evidence').some((row) => row.prompted)).toBe(true);
    expect(all('evidence').some((row) => row.withdrawn)).toBe(true);
    const low = all('sourceItem').filter((item) => (item.qualityScore ?? 1) < 0.4);
    expect(low.length).toBeGreaterThanOrEqual(2);
    expect(new Set(all('evidence').map((row) => interviewOf(row).status))).toEqual(
      new Set(['analyzed']),
    );
  });
});
