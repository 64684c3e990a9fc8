import { describe, expect, it } from 'vitest';
import { demoTeamFacts } from '../../demo/team.js';
import {
  ageInDays,
  all,
  interviewOf,
  now,
  people,
  qualifying,
  sidesOf,
  studies,
  trajectoryOf,
} from './demo-lines.js';

const signal = (ref: string) => all('signal').find((one) => one.ref === ref)!;
const recommendation = (id: string) =>
  all('recommendation').find((one) => one.recommendationId === id)!;
const summary = (id: string) => all('actionCard').find((card) => card.actionCardId === id)!.summary;
const side = (themeId: string, kind: 'evidence' | 'counterEvidence') =>
  qualifying.filter((row) => row.themeId === themeId && row.kind === kind);
const analyzed = (studyId: string) =>
  all('sourceItem').filter((item) => item.studyId === studyId && item.status === 'analyzed');
const SHIPPED = recommendation('rec-reminders').outcome!.at;

describe('the beliefs of the demo team', () => {
  const living = all('signal').filter((one) => !one.archived);

  it('move in all four directions', () => {
    const seen = living.map((one) => trajectoryOf(sidesOf(one).supporting));
    expect(new Set(seen)).toEqual(new Set(['new', 'rising', 'stable', 'declining']));
  });

  it('keep every trajectory for two days after they are loaded', () => {
    for (const one of living) {
      const ages = sidesOf(one).supporting.map(ageInDays);
      for (const age of ages) {
        for (const edge of [30, 60, 90]) expect(age < edge && age > edge - 2).toBe(false);
      }
      expect(Math.max(...ages) > 14 || Math.max(...ages) < 12).toBe(true);
    }
  });

  it('are emerging and established', () => {
    const established = living.filter((one) => {
      const { supporting } = sidesOf(one);
      return people(supporting) >= 5 && studies(supporting) >= 2;
    });
    expect(established.length).toBeGreaterThanOrEqual(5);
    expect(living.length - established.length).toBeGreaterThanOrEqual(5);
  });

  it('include one that is stale, and themes of every strength', () => {
    const youngest = (ref: string) => Math.min(...sidesOf(signal(ref)).supporting.map(ageInDays));
    expect(youngest('SIG-9')).toBeGreaterThan(90);
    const strengths = all('theme').map((theme) => people(side(theme.themeId, 'evidence')));
    expect(strengths.some((count) => count >= 5)).toBe(true);
    expect(strengths.some((count) => count >= 2 && count < 5)).toBe(true);
    expect(strengths.some((count) => count < 2)).toBe(true);
  });

  it('include one that is wrong: more people and quotes against it than for it', () => {
    const { supporting, against } = sidesOf(signal('SIG-5'));
    expect(people(against)).toBeGreaterThan(people(supporting));
    expect(against.length).toBeGreaterThan(1.5 * supporting.length);
  });

  it('include two that contradict each other', () => {
    const { supporting, against } = sidesOf(signal('SIG-7'));
    const other = sidesOf(signal('SIG-8'));
    expect(new Set(supporting)).toEqual(new Set(other.against));
    expect(new Set(against)).toEqual(new Set(other.supporting));
  });

  it('have a learning target in two studies that few of enough interviews touched', () => {
    for (const [studyId, targetId] of [
      ['study-paid', 't-paid-refuse'],
      ['study-first', 't-first-site'],
    ] as const) {
      const items = analyzed(studyId);
      const touched = items.filter((item) => item.coveredTargetIds?.includes(targetId));
      expect(items.length).toBeGreaterThanOrEqual(5);
      expect(touched.length / items.length).toBeLessThan(1 / 3);
      const gap = all('researchGap').find((one) =>
        one.description.includes(`${touched.length} of ${items.length} interviews`),
      );
      expect(gap?.type).toBe('topic_asymmetry');
    }
  });
});

describe('the recommendations of the demo team', () => {
  it('were made from evidence that existed by then, and count it right', () => {
    for (const one of all('recommendation')) {
      const themes = all('signal')
        .filter((belief) => one.signalIds.includes(belief.signalId))
        .flatMap((belief) => belief.themes.map((link) => link.themeId));
      const known = qualifying.filter(
        (row) => themes.includes(row.themeId) && interviewOf(row).capturedAt <= one.generatedAt,
      );
      if (one.evidenceSnapshot) {
        expect(one.evidenceSnapshot, one.recommendationId).toEqual({
          totalSourceItems: new Set(known.map((row) => row.sourceItemId)).size,
          studyCount: studies(known),
          generatedFromEvidenceCount: known.length,
        });
      }
      const cited = (one.actionItems ?? []).flatMap(
        (item) => item.supportingEvidence.match(/q-[a-z0-9-]+/g) ?? [],
      );
      const knownIds = known.map((row) => row.evidenceId);
      for (const id of cited) expect(knownIds, one.recommendationId).toContain(id);
    }
  });

  it('were decided after they were made, and came to an outcome after that', () => {
    for (const { generatedAt, decision, outcome } of all('recommendation')) {
      const times = [generatedAt, decision?.at, outcome?.at, now.getTime()].filter(
        (time) => time !== undefined,
      );
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }
  });

  it('include a shipped fix after which people complain unasked, and one after which they do not', () => {
    const since = (ref: string, at: number) =>
      sidesOf(signal(ref)).supporting.filter(
        (row) =>
          !row.prompted && interviewOf(row).organic !== false && interviewOf(row).capturedAt > at,
      );
    expect(people(since('SIG-1', SHIPPED))).toBeGreaterThanOrEqual(2);
    const window = recommendation('rec-two-hour-window').outcome!;
    expect(window.value).toBe('shipped');
    expect(now.getTime() - window.at).toBeGreaterThan(30 * 86_400_000);
    expect(since('SIG-17', window.at)).toEqual([]);
  });
});

describe('the action cards of the demo team', () => {
  it('carry words that were said, by somebody who can be written to', () => {
    const emails = new Map(all('participant').map((one) => [one.participantId, one.email]));
    for (const card of all('actionCard').filter((one) => one.type === 'live_call')) {
      const row = all('evidence').find((one) => one.quote === card.quote)!;
      expect(row, card.actionCardId).toBeDefined();
      expect(card.refs).toMatchObject({
        sourceItemId: row.sourceItemId,
        participantId: interviewOf(row).participantId,
        studyIds: [interviewOf(row).studyId],
        themeIds: [row.themeId],
      });
      expect(emails.get(card.refs!.participantId!)).toMatch(/@[a-z-]+\.example$/);
      expect(card.createdAt).toBeGreaterThan(interviewOf(row).capturedAt);
      expect(card.reason).toBeDefined();
    }
  });

  it('count people, studies and interviews as the evidence does', () => {
    const chasing = side('th-first-chase', 'evidence').filter(
      (row) => !row.prompted && interviewOf(row).capturedAt > SHIPPED,
    );
    const analyzedFirst = analyzed('study-first').length;
    const login = sidesOf(signal('SIG-13')).supporting;
    const sameDay = sidesOf(signal('SIG-2'));
    const claims: Record<string, string[]> = {
      'card-reminders-contradicted': [`${people(chasing)} people`],
      'card-rec-free-helper': [`${people(login)} people`, `${studies(login)} studies`],
      'card-rec-import': [
        `${people(side('th-first-import', 'evidence'))} people of ${analyzedFirst}`,
      ],
      'card-rec-wording': [`${people(sidesOf(signal('SIG-16')).supporting)} people in one study`],
      'card-relief-split': [
        `${people(side('th-after-relief', 'evidence'))} people glad`,
        `${people(side('th-after-relief', 'counterEvidence'))} people against`,
      ],
      'card-deposit-split': [
        `${people(side('th-paid-deposit', 'evidence'))} people ask`,
        `${people(side('th-paid-deposit', 'counterEvidence'))} people would not`,
      ],
      'card-login-second-study': [`${studies(login)} studies`],
      'card-retyping-second-study': [`${studies(sidesOf(signal('SIG-15')).supporting)} studies`],
      'card-gap-same-day': [`${people(sameDay.supporting)} people`],
      'card-gap-paper': [`${studies(sidesOf(signal('SIG-7')).supporting)} study`],
      'card-interviews-left': [`${demoTeamFacts.interviewsLeft} interviews`],
      'card-paid-follow-up': [
        `${all('study').find((one) => one.studyId === 'study-paid')!.summary!.suggestedNextQuestions.length} questions`,
      ],
    };
    for (const [id, phrases] of Object.entries(claims)) {
      for (const phrase of phrases) expect(summary(id)).toContain(phrase);
    }
    expect(sameDay.against).toEqual([]);
    expect(sidesOf(signal('SIG-13')).against).toEqual([]);
    expect(demoTeamFacts.interviewsLeft).toBeLessThan(demoTeamFacts.lowBalanceAt);
    expect(Math.max(...login.map(ageInDays)) - Math.min(...login.map(ageInDays))).toBeLessThan(14);
  });

  it('call a study saturated whose last five analyzed interviews brought no new theme', () => {
    const newestFirst = analyzed('study-first').sort(
      (one, other) => other.capturedAt - one.capturedAt,
    );
    const themesOf = (items: typeof newestFirst) =>
      new Set(
        qualifying
          .filter((row) => items.some((item) => item.sourceItemId === row.sourceItemId))
          .map((row) => row.themeId),
      );
    const before = themesOf(newestFirst.slice(5));
    for (const themeId of themesOf(newestFirst.slice(0, 5))) expect(before).toContain(themeId);
  });

  it('point at interviews that did fail', () => {
    const failed = all('sourceItem').filter((item) => /failed$/.test(item.status));
    const pointedAt = all('actionCard')
      .filter((card) => card.type === 'interview_failure')
      .map((card) => card.refs?.sourceItemId);
    expect(new Set(pointedAt)).toEqual(new Set(failed.map((item) => item.sourceItemId)));
  });
});
