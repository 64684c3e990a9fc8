import { describe, expect, it } from 'vitest';
import { readInterviews } from '../../src/interviews/formats/formats.js';
import type { ParsedTranscript } from '../../src/interviews/formats/parsed-file.js';
import { findInterviewers } from '../../src/interviews/roles/find-interviewers.js';

/** A guide as teams copy it in front of their notes: logistics, facts, questions with hints. */
const GUIDE = `# Conversation Guide: Booking a ferry

## Moderator logistics

**Before all sessions**:
- *Review the participant list*
- *Check Settings > Recording > ON*

**10-15 min before session:**
- Post the participant's number in #backchannel
- Note: paste the link, but do not hit enter

When the participant is ready, turn on your camera.

**Moderator:** Cindy
**Participant:** P7
Date: May 3, 2024

## Intro - 5 minutes

Thanks for joining us today! My name is Cindy. **Would it be OK with you if I recorded this?**
- *(If no: take notes.)*

## Warm-up

1. What kind of device are you using today? *(Computer / Tablet / Smartphone)*
2. How do you usually book a ferry?
  - If YES: what happened the last time?
- If NO: where would you look first?

### Task 1: Find a crossing
Let's pretend that you want to cross on Friday. What would you do? *(RECORD)*
`;

const talk = (text: string, file = 'session.md'): ParsedTranscript => {
  const [first] = readInterviews(file, new TextEncoder().encode(text));
  if (first?.kind !== 'transcript') throw new Error('expected a transcript');
  return first;
};

/** The participants of a talk, each with all that they say. */
function participants(parsed: ParsedTranscript): Record<string, string> {
  const interviewers = findInterviewers(parsed.turns, parsed);
  const said: Record<string, string> = {};
  for (const { speaker, text } of parsed.turns) {
    if (!interviewers.includes(speaker)) said[speaker] = `${said[speaker] ?? ''}${text}\n`;
  }
  return said;
}

/** Moderator and participant in turns, each behind a label. */
const labelled = (asks: string, answers: string): string =>
  [
    [asks, 'Okay, so go ahead and take a look at this page. What would you do first?'],
    [answers, 'I would go to the search, because I never find the timetable in the menu.'],
    [asks, 'And what do you expect there?'],
    [answers, 'Times and prices on one page. Last year I called them three times to get a price.'],
    [asks, 'Mm-hmm.'],
    [answers, 'This button, does it book already? I am afraid of clicking it, honestly.'],
  ]
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n\n');

describe('a session of a usability test', () => {
  it.each([
    ['M', 'P'],
    ['M', 'P1'],
    ['I', 'P'],
    ['I', 'R'],
    ['R', 'P'],
    ['R', 'P07'],
    ['Q', 'A'],
    ['F', 'P3'],
    ['Mod', 'Part'],
    ['Moderator', 'Participant'],
    ['Moderator', 'P1'],
    ['Facilitator', 'User 4'],
    ['**M**', '**P**'],
    ['[00:01:02] M', '[00:01:09] P2'],
    ['C', 'J'],
    ['J', 'M'],
    ['B', 'A'],
  ])('is read where %s asks and %s answers, with and without a guide in front', (asks, answers) => {
    for (const text of [
      labelled(asks, answers),
      `${GUIDE}\n## Transcript\n\n${labelled(asks, answers)}`,
      `${GUIDE}\n${labelled(asks, answers)}`,
    ]) {
      const said = participants(talk(text));
      expect(Object.keys(said)).toEqual([answers.replace(/\*|^\[.*\] /g, '')]);
      const [words] = Object.values(said);
      expect(words).toContain('I would go to the search');
      expect(words).not.toMatch(/Cindy|RECORD|backchannel|pretend|take a look|Would it be OK/);
    }
  });

  const THINKS_ALOUD = [
    ['A', 'I would like you to think aloud as you go. Imagine you need a crossing for Friday.'],
    [
      'B',
      "Okay. So I'm looking at the page, it says timetables, is that where I am? I would click that.",
    ],
    ['A', 'Go ahead.'],
    [
      'B',
      "I'm scrolling down. Where would I see the price? Should I go back? It says from nine euros.",
    ],
    ['A', 'Mm-hmm.'],
    [
      'B',
      'I see a big button here, does it book at once? I guess it does. I would not dare to press it.',
    ],
    ['A', 'Great. Now the next task: pretend you have to cancel.'],
    [
      'B',
      "I'd go to my account. Is there one? I'm not sure, I expect it at the top. Am I logged in?",
    ],
  ] as const;

  it.each([
    ['Speaker 1', 'Speaker 2'],
    ['Cindy', 'Ines Duarte'],
  ])('is read where %s hardly speaks and %s thinks aloud, in questions', (moderator, narrator) => {
    const text = THINKS_ALOUD.map(
      ([side, said]) => `${side === 'A' ? moderator : narrator}: ${said}`,
    ).join('\n\n');
    expect(Object.keys(participants(talk(text, 'session.txt')))).toEqual([narrator]);
  });

  it('is read where the moderator explains at length and asks nothing', () => {
    const explains =
      'I will put a link into the chat, and I would like you to open it. There are no right or wrong answers, we test the page and not you. Feel free to stop at any time. Take a moment to look at it, and go ahead and talk aloud. '.repeat(
        3,
      );
    const text = THINKS_ALOUD.map(([side, said]) =>
      side === 'A' ? `Cindy: ${explains}${said.replace('?', '.')}` : `Ines: ${said}`,
    ).join('\n\n');
    expect(Object.keys(participants(talk(text, 'session.txt')))).toEqual(['Ines']);
  });

  it('is read from notes along the guide: answers behind the questions and below them', () => {
    const said = participants(
      talk(`# Session Notes: Booking a ferry

## Warm-up Questions

1. *What kind of device are you using (computer / tablet)?* Laptop, a Dell.

1. *How do you usually book?* - I call them, it takes me half an hour each time.
-Sometimes I go to the harbour.

### Task 1: Find a crossing
*You want to cross on Friday. What would you do?* I am going to the search. Links are not working for me.
- *(RECORD whether they use the map)*

1. What worked *well* for you?
- The search was quick.
1. Is there anything else?
`),
    );
    expect(said).toEqual({
      Participant: [
        'Laptop, a Dell.',
        'I call them, it takes me half an hour each time.',
        'Sometimes I go to the harbour.',
        'I am going to the search. Links are not working for me.',
        'The search was quick.',
        '',
      ].join('\n'),
    });
  });

  it('is read from notes whose questions only open in bold', () => {
    const said = participants(
      talk(
        `P12\nTue Oct 4\n\n**Tell me about your last booking\nHorrible. They told me the printer was down.\nI called, and was on hold forever.\n\n**How did you first learn about the office?\nI probably searched for it.\n\n** Any trouble with parking?\nParking was difficult.\n`,
        'P12.md',
      ),
    );
    expect(said.Participant).toMatch(/^Horrible\. .*\n.*forever\./);
    expect(said.Participant).not.toContain('Tell me');
  });

  it('is none where nothing but the guide is there', () => {
    expect(() => talk(GUIDE)).toThrow('It looks like a moderator’s guide: no answers');
  });
});

describe('cues without a header', () => {
  const CUES = `00:00:34.230 --> 00:00:51.060

 Okay, I am the coach here.

6

00:00:51.130 --> 00:01:08.800

P1: I have worked here for seventeen years.


8

00:01:24.120 --> 00:01:31.719

P1: So I know what goes on,

9

00:01:32.020 --> 00:01:46.489

and I moved on two months ago.

10

00:01:47.230 --> 00:02:03.580

Dave Pick: Got it. And what is your favorite part?

P1: Thinking outside the box.

11

00:02:04.000 --> 00:02:06.000

Dave Pick: Why?
`;

  it('in markdown are read as cues, also behind empty lines, a second speaker in one of them too', () => {
    const { turns } = talk(CUES, 'p1.md');
    expect(turns).toEqual([
      {
        speaker: 'P1',
        text: 'I have worked here for seventeen years. So I know what goes on, and I moved on two months ago.',
        atSecs: 51.13,
      },
      { speaker: 'Dave Pick', text: 'Got it. And what is your favorite part?', atSecs: 107.23 },
      { speaker: 'P1', text: 'Thinking outside the box.', atSecs: 107.23 },
      { speaker: 'Dave Pick', text: 'Why?', atSecs: 124 },
    ]);
  });

  it('are none where each time stands below a name', () => {
    const text =
      'Mara\n00:01 --> 00:03\nHow do you pay?\n\nOle\n00:04 --> 00:06\nBy card, mostly.\n\nMara\n00:07 --> 00:08\nWhy?\n\nOle\n00:09 --> 00:11\nIt is quick.\n';
    expect(talk(text, 'a.txt').turns.map(({ speaker }) => speaker)).toEqual([
      'Mara',
      'Ole',
      'Mara',
      'Ole',
    ]);
  });

  it('leave no time in what is said, with a guide above them or none, numbered or not', () => {
    const compact = CUES.replace(/\n\n/g, '\n').replace(/^\d+$/gm, '');
    for (const text of [
      CUES,
      compact,
      `${GUIDE}\n${CUES}`,
      CUES.replace(/^(P1|Dave Pick): /gm, ''),
    ]) {
      const { turns } = talk(text, 'p1.md');
      const said = turns.map((turn) => turn.text).join(' ');
      expect(said).toContain('I have worked here for seventeen years.');
      expect(said).not.toMatch(/-->|\d\d:\d\d|\b(?:6|8|9|10|11)\b|Cindy/);
    }
  });
});
