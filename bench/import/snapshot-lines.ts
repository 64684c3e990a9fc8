const DAY_MS = 86_400_000;
/** Ratios as in our real snapshots. */
const QUOTES_PER_INTERVIEW = 10;
const INTERVIEWS_PER_STUDY = 50;
const THEMES_PER_STUDY = 10;

/**
 * Generates a snapshot with this many quotes, line by line; referenced lines come before the lines that reference
 * them.
 */
export function* snapshotLines(quotes: number, now: number): Generator<string> {
  const interviews = Math.ceil(quotes / QUOTES_PER_INTERVIEW);
  const studies = Math.ceil(interviews / INTERVIEWS_PER_STUDY);
  const line = (resource: string, fields: object) => JSON.stringify({ resource, ...fields });

  for (let study = 0; study < studies; study++) {
    yield line('study', {
      studyId: `st-${study}`,
      name: `Study ${study}`,
      status: 'active',
      createdAt: now - study * DAY_MS,
    });
    for (let theme = 0; theme < THEMES_PER_STUDY; theme++) {
      yield line('theme', {
        themeId: `th-${study}-${theme}`,
        studyId: `st-${study}`,
        label: `Theme ${theme}`,
        description: 'What several people said.',
        sentiment: 'mixed',
      });
    }
    yield line('signal', {
      signalId: `sg-${study}`,
      label: `Belief ${study}`,
      description: 'What the team believes.',
      themes: [0, 1, 2].map((theme) => ({
        themeId: `th-${study}-${theme}`,
        relationship: theme === 2 ? 'contradicts' : 'supports',
      })),
    });
  }
  for (let interview = 0; interview < interviews; interview++) {
    const study = Math.floor(interview / INTERVIEWS_PER_STUDY);
    yield line('participant', {
      participantId: `p-${interview}`,
      displayName: `Person ${interview}`,
    });
    yield line('sourceItem', {
      sourceItemId: `si-${interview}`,
      studyId: `st-${study}`,
      participantId: `p-${interview}`,
      status: 'analyzed',
      capturedAt: now - (interview % 300) * DAY_MS,
    });
  }
  for (let quote = 0; quote < quotes; quote++) {
    const interview = Math.floor(quote / QUOTES_PER_INTERVIEW);
    const study = Math.floor(interview / INTERVIEWS_PER_STUDY);
    yield line('evidence', {
      evidenceId: `ev-${quote}`,
      kind: quote % 6 === 0 ? 'counterEvidence' : 'evidence',
      quote: `${SENTENCES[quote % SENTENCES.length]} (${quote})`,
      themeId: `th-${study}-${quote % THEMES_PER_STUDY}`,
      sourceItemId: `si-${interview}`,
      timeInCallSecs: (quote % QUOTES_PER_INTERVIEW) * 60,
      strength: (quote % 101) / 100,
    });
  }
}

const SENTENCES = [
  'I write the number on paper first, because the form forgets it when I go back.',
  'Honestly it was fine until they changed where the button was.',
  'My daughter does it for me, I would not know where to begin.',
  'We waited three weeks and nobody could say who had the papers.',
  'It saves me an hour on Fridays, more at the end of the month.',
  'I do not trust what it tells me unless I can see where it comes from.',
  'You press send and then you simply hope.',
];
