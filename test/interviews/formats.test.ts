import { describe, expect, it } from 'vitest';
import { readInterviews } from '../../src/interviews/formats/formats.js';
import type {
  ParsedHighlights,
  ParsedTranscript,
} from '../../src/interviews/formats/parsed-file.js';
import { findInterviewers } from '../../src/interviews/roles/find-interviewers.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (fileName: string, text: string | Uint8Array) =>
  readInterviews(fileName, typeof text === 'string' ? bytes(text) : text);
const talk = (fileName: string, text: string | Uint8Array): ParsedTranscript => {
  const [first] = read(fileName, text);
  if (first?.kind !== 'transcript') throw new Error('expected a transcript');
  return first;
};
/** `Speaker@secs: text`, a turn a line. */
const lines = ({ turns }: ParsedTranscript): string[] =>
  turns.map(({ speaker, text, atSecs }) => `${speaker}@${atSecs ?? '-'}: ${text}`);

/** One talk of three turns, as each tool writes it. */
const WAYS: { tool: string; file: string; text: string; times: (number | '-')[] }[] = [
  {
    tool: 'Zoom subtitles',
    file: 'a.vtt',
    text: 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.000\nMara Lind: How do you pay?\n\n2\n00:00:04.500 --> 00:00:06.000\nOle Berg: By card,\n\n3\n00:00:06.000 --> 00:00:08.000\nOle Berg: mostly.\n\n4\n00:00:09.000 --> 00:00:10.000\nMara Lind: Why?\n',
    times: [1, 4.5, 9],
  },
  {
    tool: 'Teams subtitles with voice tags, settings and notes',
    file: 'a.vtt',
    text: 'WEBVTT\nKind: captions\n\nNOTE\nrecorded 2024-05-01\n\nid/1-0\n00:00:01.000 --> 00:00:03.000 align:start position:0%\n<v Mara Lind>How do you pay?</v>\n\nid/2-0\n00:00:04.500 --> 00:00:08.000\n<v Ole Berg>By card,\n<i>mostly</i>.</v>\n\n00:09.000 --> 00:10.000\n<v Mara Lind>Why?</v>',
    times: [1, 4.5, 9],
  },
  {
    tool: 'SRT with Windows line ends',
    file: 'a.srt',
    text: '1\r\n00:00:01,000 --> 00:00:03,000\r\nMara Lind: How do you pay?\r\n\r\n2\r\n00:00:04,500 --> 00:00:08,000\r\nOle Berg: By card, mostly.\r\n\r\n3\r\n00:00:09,000 --> 00:00:10,000\r\nMara Lind: Why?\r\n',
    times: [1, 4.5, 9],
  },
  {
    tool: 'Otter',
    file: 'a.txt',
    text: 'Mara Lind  0:01  \nHow do you pay?\n\nOle Berg  0:04  \nBy card, mostly.\n\nMara Lind  0:09  \nWhy?\n\nTranscribed by https://otter.ai\n',
    times: [1, 4, 9],
  },
  {
    tool: 'Teams document as text',
    file: 'a.txt',
    text: 'Mara Lind   0:01\nHow do you pay?\nOle Berg   0:04\nBy card, mostly.\nMara Lind   0:09\nWhy?\n',
    times: [1, 4, 9],
  },
  {
    tool: 'Zoom text with times of day',
    file: 'a.txt',
    text: '[Mara Lind] 10:01:22\nHow do you pay?\n\n[Ole Berg] 10:01:25\nBy card, mostly.\n\n[Mara Lind] 10:01:30\nWhy?\n',
    times: [0, 3, 8],
  },
  {
    tool: 'Google Meet',
    file: 'a.txt',
    text: 'Onboarding talk\nTranscript\n\n00:00:00\n \nMara Lind: How do you pay?\nOle Berg: By card, mostly.\n\n00:05:00\n \nMara Lind: Why?\n',
    times: [0, '-', 300],
  },
  {
    tool: 'Fireflies and Grain, a time behind the name',
    file: 'a.md',
    text: '**Mara Lind** (00:01)\nHow do you pay?\n\n**Ole Berg** (00:04)\nBy card, mostly.\n\n**Mara Lind** (00:09)\nWhy?\n',
    times: [1, 4, 9],
  },
  {
    tool: 'a time before the name',
    file: 'a.txt',
    text: '[00:00:01] Mara Lind: How do you pay?\n[00:00:04] Ole Berg: By card, mostly.\n[00:00:09] Mara Lind: Why?\n',
    times: [1, 4, 9],
  },
  {
    tool: 'time and name over the turn',
    file: 'a.txt',
    text: '00:01 Mara Lind\nHow do you pay?\n\n00:04 Ole Berg\nBy card, mostly.\n\n00:09 Mara Lind\nWhy?\n\n00:12 Ole Berg\n',
    times: [1, 4, 9],
  },
  {
    tool: 'markdown with bold names',
    file: 'a.md',
    text: '# Talk\n\nA summary: we spoke.\n\n**Mara Lind:** How do you pay?\n\n**Ole Berg**: By card, mostly.\n\n## Prices\n\n**Mara Lind:** Why?\n',
    times: ['-', '-', '-'],
  },
  {
    tool: 'a table of turns',
    file: 'a.csv',
    text: 'Speaker,Start time,Text\nMara Lind,00:00:01,How do you pay?\nOle Berg,00:00:04,"By card, mostly."\nMara Lind,00:00:09,Why?\n',
    times: [1, 4, 9],
  },
  {
    tool: 'our own JSON',
    file: 'a.json',
    text: '{"transcript":[{"speaker":"Mara Lind","text":"How do you pay?","atSecs":1},{"speaker":"Ole Berg","text":"By card, mostly.","atSecs":4},{"speaker":"Mara Lind","text":"Why?","atSecs":9}]}',
    times: [1, 4, 9],
  },
  {
    tool: 'a recognizer that counts milliseconds',
    file: 'a.json',
    text: '{"id":"x","utterances":[{"speaker":{"name":"Mara Lind"},"text":"How do you pay?","start":1000,"words":[]},{"speaker":{"name":"Ole Berg"},"text":"By card, mostly.","start":4000},{"speaker":{"name":"Mara Lind"},"text":"Why?","start":900000}]}',
    times: [1, 4, 900],
  },
];

describe('transcripts', () => {
  it.each(WAYS)('of $tool are read turn by turn', ({ file, text, times }) => {
    expect(lines(talk(file, text))).toEqual([
      `Mara Lind@${times[0]}: How do you pay?`,
      `Ole Berg@${times[1]}: By card, mostly.`,
      `Mara Lind@${times[2]}: Why?`,
    ]);
  });

  it('are read in UTF-16, with a byte order mark, and in Latin-1', () => {
    const text = 'Jörg: Wie zahlen Sie?\nZoë: Mit Karte, müsste ich sagen.\nJörg: Warum?\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const expected = lines(talk('a.txt', text));
    expect(expected[1]).toBe('Zoë@-: Mit Karte, müsste ich sagen.');
    for (const encoded of [utf16, Buffer.from(`\ufeff${text}`), Buffer.from(text, 'latin1')]) {
      expect(lines(talk('a.txt', encoded))).toEqual(expected);
    }
  });

  it('lose what no database stores', () => {
    const json = '{"transcript":[{"speaker":"Ole","text":"a\\u0000b \\ud800c","atSecs":-3}]}';
    expect(talk('a.json', json).turns).toEqual([{ speaker: 'Ole', text: 'ab \ufffdc' }]);
  });

  it('keep a person who is labelled by first name only, or misspelt once, as one speaker', () => {
    const { turns } = talk(
      'a.md',
      '**Mara Lind**: Welcome. How do you pay?\n\n**Participant**: By card.\n\n**Mara**: Why?\n\n**Particpant**: It is quick.\n\n**Participant**: And safe.\n\n**Participant**: Mostly.',
    );
    expect([...new Set(turns.map(({ speaker }) => speaker))]).toEqual(['Mara Lind', 'Participant']);
  });

  it('know a speaker with titles, particles and a degree', () => {
    const { turns } = talk(
      'a.txt',
      'Prof. Dr. Jan van der Berg: How do you pay?\nDr. Iva Holm-García, PhD: By card.\nProf. Dr. Jan van der Berg: Why?\nDr. Iva Holm-García, PhD: It is quick.\n',
    );
    expect([...new Set(turns.map(({ speaker }) => speaker))]).toEqual([
      'Prof. Dr. Jan van der Berg',
      'Dr. Iva Holm-García, PhD',
    ]);
  });

  it('are read in a moment, however long a line or a sentence is', () => {
    for (const filling of [' ', 'you and I ', '1: ', '** ', '[( ']) {
      const said = `${filling.repeat(500_000 / filling.length)} end`;
      expect(talk('a.txt', `Mara: Well?\nOle: ${said}\nMara: Thanks.\n`).turns).toHaveLength(3);
      expect(talk('a.txt', `Well. ${'so '.repeat(20)}${said}`).turns.length).toBeGreaterThan(0);
    }
  });

  it('lose the times within a turn, which nobody said, and keep what was said of times', () => {
    const text =
      'Mara Lind: How [00:01:00] do you pay?\n\nOle Berg: By card [00:02:00], at 10:30 or (12:00) [01:02:03]\n\nMara Lind: [2:04] Why?\n';
    expect(talk('a.txt', text).turns.map((turn) => turn.text)).toEqual([
      'How do you pay?',
      'By card, at 10:30 or (12:00)',
      'Why?',
    ]);
  });

  it('join what one speaker says in several labelled lines, as captions break sentences', () => {
    const text =
      '00:00:01\nMara Lind: So. How do you pay?\n\nOle: I was the only one\n\nOle: in the queue, and\n\nOle: I paid by card.\n\nOle: It is quick.\n\n00:00:09\nMara Lind: Hmm.\n\nOle: Mostly.\n\nMara Lind: Why?';
    const whole = [
      'So. How do you pay?',
      'I was the only one in the queue, and I paid by card. It is quick.',
      'Hmm.',
      'Mostly.',
      'Why?',
    ];
    expect(talk('a.txt', text).turns.map((turn) => turn.text)).toEqual(whole);
    const listed = [
      { speaker: 'Mara', text: 'How do you pay?', start: 0 },
      { speaker: 'Ole', text: 'By card,', start: 2 },
      { speaker: 'Ole', text: 'mostly.', start: 3 },
    ];
    expect(lines(talk('a.json', JSON.stringify(listed)))).toEqual([
      'Mara@0: How do you pay?',
      'Ole@2: By card, mostly.',
    ]);
  });

  it('keep the points of notes apart, and times exact to a minute', () => {
    const notes = 'M: How do you pay?\nP1: Card\nP1: Likes that it is quick\nM: Why?\nP1: Habit';
    expect(talk('a.txt', notes).turns[1]?.text).toBe('Card\nLikes that it is quick');
    const spoken = (time: string) =>
      `Mara  0:01\nHow do you pay?\n\nOle  0:05\nBy card.\n\nOle  ${time}\nIt is quick.\n\nMara  2:30\nWhy?\n`;
    expect(lines(talk('a.txt', spoken('1:04')))[1]).toBe('Ole@5: By card. It is quick.');
    expect(lines(talk('a.txt', spoken('1:05'))).slice(1, 3)).toEqual([
      'Ole@5: By card.',
      'Ole@65: It is quick.',
    ]);
  });

  it('take no speaker from a colon within what is said, nor from a time in a sentence', () => {
    const { turns } = talk(
      'a.txt',
      'Interviewer: What is on your list?\n\nParticipant: This and that.\n\nAwards: two of them.\n\nWe meet at 10:30\n\nInterviewer: And then?\n\nParticipant: Nothing.',
    );
    expect(turns.map(({ speaker }) => speaker)).toEqual([
      'Interviewer',
      'Participant',
      'Interviewer',
      'Participant',
    ]);
    expect(turns[1]?.text).toBe('This and that.\n\nAwards: two of them.\n\nWe meet at 10:30');
  });

  it('of a filled-in guide have the list ask and the quoted lines answer', () => {
    const { turns } = talk(
      'p10.md',
      '# Guide\n\n- How do you pay?\n\n  > By card.\n\n  > Mostly.\n\n  - If yes: which one?\n\n    > The blue one.\n\n- What would you change?\n\n  > Nothing.\n',
    );
    expect(turns).toEqual([
      { speaker: 'Moderator', text: 'How do you pay?' },
      { speaker: 'Participant', text: 'By card.\n\nMostly.' },
      { speaker: 'Moderator', text: 'If yes: which one?' },
      { speaker: 'Participant', text: 'The blue one.' },
      { speaker: 'Moderator', text: 'What would you change?' },
      { speaker: 'Participant', text: 'Nothing.' },
    ]);
  });

  it('without speakers are told apart by who asks', () => {
    const { turns } = talk(
      'a.srt',
      '1\n00:00:01,000 --> 00:00:03,000\nThanks for joining. How do\n\n2\n00:00:03,000 --> 00:00:04,000\nyou pay? I use my card\n\n3\n00:00:05,000 --> 00:00:06,000\nfor version 2.5 of it.\n',
    );
    expect(turns).toEqual([
      { speaker: 'Interviewer (guessed)', text: 'Thanks for joining. How do you pay?', atSecs: 1 },
      { speaker: 'Speaker', text: 'I use my card for version 2.5 of it.', atSecs: 3 },
    ]);
  });

  it('tell when they took place and who interviewed, where they say so', () => {
    const parsed = talk(
      'a.md',
      'Interview took place on November 19, 2020. Interviewer is Ole Berg.\n\nOle Berg  0:01\nHello.\n\nMara Lind  0:04\nHello.\n',
    );
    expect(parsed.capturedAt).toEqual(new Date('2020-11-19T00:00:00Z'));
    expect(parsed.statedInterviewers).toEqual(['Ole Berg']);
  });
});

describe('highlights', () => {
  const EXPORTS = {
    Dovetail:
      'Highlight,Tags,Participant,Note title,Created at\n"It, frankly, ""hurts""","Pain, Billing",Ole Berg,Call 3,2024-05-01\n',
    Condens:
      '\ufeffQuote;Tags;Participant;Session;Timestamp;Date\r\n"It, frankly, ""hurts""";"Pain; Billing";Ole Berg;Call 3;00:01:05;01.05.2024\r\n',
    Marvin:
      'text\tlabels\tspeaker\tfile name\tstart time\nIt, frankly, "hurts"\tPain|Billing\tOle Berg\tCall 3\t65\n',
  };
  it.each(Object.entries(EXPORTS))('of %s are read with person, session and tags', (_, text) => {
    const [found] = read('export.csv', text) as ParsedHighlights[];
    expect(found).toMatchObject({ participant: 'Ole Berg', session: 'Call 3' });
    expect(found?.highlights[0]).toMatchObject({
      quote: 'It, frankly, "hurts"',
      tags: ['Pain', 'Billing'],
    });
  });

  it('are found in columns of any name, where these are named', () => {
    const text = 'Who said it,What,Codes\nOle,It hurts.,Pain\n';
    expect(() => read('a.csv', text)).toThrow('None of its columns is known to hold quotes');
    const [found] = readInterviews('a.csv', bytes(text), {
      quote: 'what',
      participant: 'Who said it',
    });
    expect(found).toMatchObject({
      participant: 'Ole',
      highlights: [{ quote: 'It hurts.', tags: ['Pain'] }],
    });
  });

  it('come in groups of one person in one session, rows without words left out', () => {
    const text =
      'quote,participant,study\nOne.,Ole,A\nTwo.,Mara,A\nThree.,Ole,B\n,Ole,A\nFour.,Ole,A\n';
    const found = read('a.csv', text) as ParsedHighlights[];
    expect(
      found.map((one) => [one.study, one.participant, one.highlights.map((h) => h.quote)]),
    ).toEqual([
      ['A', 'Ole', ['One.', 'Four.']],
      ['A', 'Mara', ['Two.']],
      ['B', 'Ole', ['Three.']],
    ]);
  });
});

describe('what is no interview', () => {
  it.each([
    ['an empty file', 'a.txt', ' \n', 'It is empty.'],
    ['a Word document', 'a.txt', 'PK\x03\x04\x14', 'It is a Word document or another zip archive'],
    ['binary data', 'a.vtt', '\x01\x02\x03\x04WEBVTT', 'It is not text'],
    ['subtitles without a cue', 'a.vtt', 'WEBVTT\n\n', 'It has no subtitles'],
    ['broken JSON', 'a.json', '{"transcript": [', 'It is not valid JSON'],
    ['JSON of something else', 'a.json', '{"hello": [1, 2]}', 'It contains no interview'],
    ['a table without rows', 'a.csv', 'quote,participant\n', 'It has no rows'],
    ['a few words', 'a.md', '# Notes\n\nCall back later.', 'It is too short to be an interview'],
  ])('is refused: %s', (_, file, text, reason) => {
    expect(() => read(file, text)).toThrow(reason);
  });
});

describe('who interviews', () => {
  const turnsOf = (text: string) => talk('a.txt', text).turns;
  const neutral = turnsOf(
    'Mara: Hi, thanks for joining. Could you tell me how you plan a week?\n\nOle: I sit down on Sunday and write a list of everything that I have to do, then I move it into a calendar.\n\nMara: What happens when something changes?\n\nOle: Then it falls apart. I call my colleague and we swap, would you believe it? Most of my Monday is gone then.\n\nMara: How does that make you feel?\n\nOle: Tired, mostly.',
  );
  it('is found by who asks, however the speakers are called', () => {
    expect(findInterviewers(neutral)).toEqual(['Mara']);
    const swapped = neutral.map((turn) => ({
      ...turn,
      speaker: turn.speaker === 'Mara' ? 'Speaker 2' : 'Speaker 1',
    }));
    expect(findInterviewers(swapped)).toEqual(['Speaker 2']);
  });

  it('is told by the labels where they say it', () => {
    expect(
      findInterviewers(turnsOf('Q: Why?\n\nA: Why not?\n\nQ: So.\n\nA: Do you mind?')),
    ).toEqual(['Q']);
    expect(
      findInterviewers(
        turnsOf('Dan: I see.\n\nParticipant: Do you? Really?\n\nDan: I do.\n\nParticipant: Good?'),
      ),
    ).toEqual(['Dan']);
  });

  it('is told by who returns in many talks, and by a person above all', () => {
    const quiet = turnsOf(
      'Ole: I thought about it.\n\nMara: Go on.\n\nOle: It was late. Did you know?\n\nMara: I see. Go on.\n\nOle: Was it late? It was.\n\nMara: Go on.',
    );
    expect(findInterviewers(quiet)).toEqual(['Ole']);
    expect(findInterviewers(quiet, { returning: new Map([['mara', 1]]) })).toEqual(['Mara']);
    expect(findInterviewers(neutral, { interviewers: ['ole'] })).toEqual(['Ole']);
  });

  it('is a single speaker only where the label says so', () => {
    expect(findInterviewers(turnsOf('Interviewer: Why?\n\nInterviewer: So.'))).toEqual([
      'Interviewer',
    ]);
    expect(findInterviewers(turnsOf('Mara: Why?\n\nMara: So.'))).toEqual([]);
  });

  it('is not everybody, and a passer-by is no participant', () => {
    const panel = [
      ...neutral,
      { speaker: 'Audience Member', text: 'Is it open source?' },
      { speaker: 'Unknown Speaker', text: 'Thanks.' },
    ];
    expect(findInterviewers(panel)).not.toContain('Ole');
    expect(findInterviewers(panel)).toContain('Unknown Speaker');
  });
});
