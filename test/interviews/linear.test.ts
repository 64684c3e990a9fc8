import { isFollowUp } from '../../integrations/slack/answers/thread-conversation.js';
import { label, literal } from '../../integrations/slack/blocks/text.js';
import { questionOf } from '../../integrations/slack/requests/question.js';
import { spokenWords } from '../../src/analysis/quotes/quality.js';
import { placesOf } from '../../src/answers/search/quote-finder.js';
import { UnreadableFile } from '../../src/core/errors.js';
import { readInterviews } from '../../src/interviews/formats/formats.js';
import { maskText } from '../../src/interviews/mask.js';
import { nameOfFile, personOf } from '../../src/interviews/participants/person.js';
import { planInterviews } from '../../src/interviews/plan-interviews.js';
import { talkIn } from '../../src/interviews/read-file.js';
import { sentencesOf } from '../../src/language/sentences.js';
import { tellingTerms } from '../../src/language/tokens.js';
import { saysLeaving, saysStrongFeeling } from '../../src/language/urgency.js';
import { expectLinear } from '../support/linear.js';

/** Text from outside goes through each of these. */
expectLinear({
  'a turn in a .txt': (text) =>
    read('a.txt', `Ann: What happened?\nBob: ${text}\nAnn: And?\nBob: Yes.`),
  'a whole .txt': (text) => read('a.txt', text),
  'lines of a .txt': (text) => read('a.txt', text.replace(/(.{60})/gs, '$1\n')),
  'lines of one speaker in a .txt': (text) =>
    read('a.txt', `Ann: What?\n${text.replace(/(.{20})/gs, '\nBob: $1')}\nAnn: And?\nBob: Yes.`),
  'a preamble in a .md': (text) =>
    read('a.md', `${text}\nAnn: What?\nBob: This.\nAnn: And?\nBob: Yes.`),
  'an answer in a guide': (text) =>
    read('a.md', `# Session notes\n\n- *What happened?* ${text}\n- *And then?*\n${text}\n`),
  'a question in a guide': (text) =>
    read('a.md', `# Guide\n\n**${text}\n> ${text}\n\n- ${text}\n> Yes.\n- And?\n> No.\n`),
  'a cue without a header': (text) => read('a.txt', `00:01 --> 00:02\n${text}\n\n${text}`),
  'a sketch of a talk': (text) => talkIn({ fileName: 'a.txt', content: Buffer.from(text) }),
  'a cue of a .vtt': (text) => read('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`),
  'a voice of a .vtt': (text) => read('a.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${text}`),
  'a note of a .vtt': (text) =>
    read('a.vtt', `WEBVTT\n\nNOTE ${text}\n\n00:01.000 --> 00:02.000\nThere was nothing.`),
  'a cell of a .csv': (text) =>
    read('a.csv', `quote,participant\n"${text.replaceAll('"', '""')}",Bob`),
  'a name in a .csv': (text) =>
    read('a.csv', `quote,participant\nNo,"${text.replaceAll('"', '""')}"`),
  'a time in a .csv': (text) =>
    read(
      'a.csv',
      `quote,time,date\nNo,"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}"`,
    ),
  'a heading of a .csv': (text) => read('a.csv', `quote,${text}\nNo,yes`),
  'a whole .json': (text) => read('a.json', text),
  'a turn in a .json': (text) =>
    read(
      'a.json',
      JSON.stringify([
        { speaker: 'Ann', text: 'Was it?' },
        { speaker: 'Bob', text },
      ]),
    ),
  'a name in a .json': (text) =>
    read(
      'a.json',
      JSON.stringify([
        { speaker: 'Ann', text: 'Was it?' },
        { speaker: text, text: 'No' },
      ]),
    ),
  sentences: sentencesOf,
  'a wish to leave or a strong feeling': (text) => [saysLeaving(text), saysStrongFeeling(text)],
  'counts of words': (text) => spokenWords({ turns: [{ speaker: 'Bob', text }], interviewers: [] }),
  'places of quotes': (text) =>
    placesOf(
      [{ text }],
      [{ quotes: sentencesOf(text).map(({ start, end }) => text.slice(start, end)) }],
    ),
  'terms of a search': tellingTerms,
  masking: maskText,
  'a person': (text) => personOf(text, { studyId: 's', fileId: 'f', fallback: text, alone: false }),
  'a name of a file': nameOfFile,
  'a question in Slack': questionOf,
  'a message in Slack': isFollowUp,
  'a text shown in Slack': (text) => [label(text, 150), literal(text, 150)],
});

function read(fileName: string, text: string): void {
  const at = new Date(0);
  try {
    const parsed = readInterviews(fileName, Buffer.from(text));
    const options = { studyId: 's', fileId: 'f', fileName, capturedAt: at, now: at };
    planInterviews(parsed, { ...options, mask: true, anonymous: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
