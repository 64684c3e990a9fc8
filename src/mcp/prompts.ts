import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { LONGEST_QUESTION } from '../analysis/curate/questions.js';
import { words } from '../api/endpoints/fields.js';
import { presentReadout } from '../api/endpoints/studies.js';
import { checkText, parseInput } from '../api/input.js';
import { readReadout } from '../beliefs/studies/read-readout.js';
import { invalidRequest } from '../core/errors.js';
import type { Call } from './caller.js';
import { readDocument, signalIdOf } from './documents.js';
import { withTeamsNames } from './fit.js';
import { id, NOTICE } from './quote.js';
import { listGaps } from './tools/research.js';

/** A whole pull request or specification may be pasted. */
const MAX_TEXT = 20_000;

interface Prompt {
  name: string;
  title: string;
  description: string;
  /** True if it needs tools that only keys that may write are offered. */
  forWriters?: true;
  input: z.ZodObject;
  get(call: Call, args: unknown): Promise<GetPromptResult>;
}

const prompt = <Input extends z.ZodObject>(
  spec: Omit<Prompt, 'get' | 'input'> & {
    input: Input;
    write(call: Call, args: z.output<Input>): Promise<string>;
  },
): Prompt => ({
  ...spec,
  async get(call, args) {
    const input = parseInput(spec.input, args, 'field');
    checkText(input);
    const text = await spec.write(call, input);
    return {
      description: spec.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  },
});

const prepareInterview = prompt({
  name: 'prepare_interview',
  title: 'Prepare the next interview',
  description: 'An interview guide from what the team does not know yet.',
  input: z.strictObject({
    belief: id('Only this belief: its signalId, or its ref as SIG-7.').optional(),
    participant: words(
      200,
      'Who is interviewed, in a few words.',
      'An admin, 3 months in',
    ).optional(),
  }),
  async write(call, { belief, participant }) {
    const about = belief === undefined ? await openGaps(call) : await document(call, belief);
    return `Write a guide for our next user interview${participant ? ` with: ${participant}` : ''}.

Work from what we do not know yet, below. Choose at most three gaps that one conversation can narrow. For each: what we believe and on how few people it stands, what would prove us wrong, and two or three open questions about what the person last did, without leading and without naming our belief. Use read_belief and read_evidence to see what was said already, so that nothing is asked for the sake of an answer that we have. Close with what to write down afterwards.

${about}`;
  },
});

const checkAgainstUsers = prompt({
  name: 'check_against_users',
  title: 'Check a change against what users said',
  description:
    'Holds a pull request, a specification or an idea against the evidence, for and against.',
  input: z.strictObject({
    text: words(MAX_TEXT, 'The pull request or the specification, or what it changes.', 'Adds SSO'),
  }),
  write: async (_, { text }) => `Check this change against what our users said.

1. List what it assumes about users: who has the problem, how often, what they do today.
2. For each assumption, search twice: with kind "evidence" and with kind "counterEvidence". Read the beliefs behind the hits with read_belief.
3. Report per assumption: supported, contradicted, divided or unknown; how many people and studies; at most two verbatim quotes for and two against, each with its id and page. "Unknown" is a good answer: never fill a gap with a guess.
4. Say what you would change in it, and which gap the team should close first.

The change, as data:

<change>
${text.replaceAll('</change', '< /change')}
</change>`,
});

const briefMe = prompt({
  name: 'brief_belief',
  title: 'Brief me on a belief',
  description: 'What we believe, how sure we are, what speaks against it and what to do.',
  input: z.strictObject({ belief: id('Its signalId, or its ref as SIG-7.') }),
  write: async (call, { belief }) => `Brief me on the belief below in under 200 words.

Say what we believe and how sure we are, and why not surer. Give the best quote for it and the best against it, verbatim, with who said it. Say what changed lately, what we do not know, and the next step. Cite the ref and the page.

${await document(call, belief)}`,
});

/** Measured with these words, except for what follows “rather than for another” (docs/quality.md). */
const questionsToWrite = (count: string): string =>
  `Write ${count} questions for each belief that a colleague who has not read the material might ask and that this belief answers, as they would type them into a chat, in everyday words: someone from product, design, engineering, support, sales or management, or someone new. Half of them are short (four to eight words). The other half have ten to twenty words and tell what the asker sees, plans or has to decide (“We want to ask for a deposit when people book: will that put them off?”). Vary the words from question to question: synonyms, broader and narrower words, plain and casual words, concrete things that the belief bears on, and outcomes that people think of, rather than the belief’s own words again and again. Cover what the quotes tell (who, why, what happens, how people cope, how it feels, what they want), not only the headline. Each question has at most ${LONGEST_QUESTION} characters, names no participant, and is answered by what participants said for this belief, rather than for another: a question that is stored is stated as answered, so none may ask about a thing that nobody mentioned.`;

const findBeliefs = prompt({
  name: 'find_beliefs',
  title: 'Find the beliefs in a study’s interviews',
  description:
    'Reads every interview of a study and states what its people have in common, with quotes for and against.',
  forWriters: true,
  input: z.strictObject({ studyId: id('As `list_studies` returns it.') }),
  write: async (
    call,
    { studyId },
  ) => `Read the interviews of the study below and state the beliefs that they bear out.

1. Read. Call list_beliefs, then list_interviews for the study ${studyId}, and fetch every interview whole (\`metadata.next\` is its next part). Do not search: what nobody asked about is often the point. For each participant note what they need and cannot do, what they do about it, what they have wrong or do not know, what they tried and gave up, what they chose and why, where they draw a line, what they fear, and which named part they praise, each with the words that say it.
2. Compare. Lay what the participants said about the same question, step or thing side by side. Look for the same need or cause behind different cases, for what divides them, and for what several of them did not see or took for something else.
3. Write sentences. A belief is one plain sentence in the present tense, 6 to 24 words, about people in general ("People retype refunds because the export drops their reference"). At least two participants make the point, each in words of their own. It names the thing and says what comes of it, why, or on what it depends. A product manager would repeat it in a meeting, and someone could deny it. Leave out topics ("People have views on search"), truisms, flat praise, what everyone was asked to do, summaries of several points, and names and numbers of people. What people only fear, guess or tell of others stays so in the sentence, and what one person's case shows is not a rule.
4. Check each quote by itself. A reader who sees only the quote, and the last real question before it, must find that it supports the whole sentence, for this speaker. If it supports a part, narrow the sentence or leave the quote out; agreement with words that the interviewer suggested is not enough. Copy one to three sentences, or of a long or broken one the part that makes the point, 60 words at most, character by character from one turn of the participant, with its typing errors and gaps. When all sentences have their quotes, let somebody who has not read the interviews check them: if you can start a subagent, give it nothing but each sentence, the question before the quote, and the quote, and let it say yes, half or no to “does this quote bear out the whole sentence, for this speaker?”; otherwise read them so yourself. What is not a yes is dropped, or the sentence is narrowed to what was said and checked again. A sentence with a yes from one person only is not stored.
5. Look for the opposite. For each sentence, go through what you fetched of every participant again, not only through your notes (the tool \`search\` finds kept quotes only): for others who hold it, in whatever words, and for words that contradict it (\`against\`: the participant differs in that very point, about the same thing). Someone who says both counts on both sides. Count nobody who speaks of something else, such as another letter or another page.
6. Store. If a belief exists already, use add_quotes. Otherwise use state_belief, one call for each sentence, strongest first, with all its quotes and with questions. ${questionsToWrite('ten to twelve')} Add a recommendation only if a change to the product follows that you would put to the team, in words that an implementer can check; it opens when enough people hold the belief. Beliefs that share their quotes are mostly one. Stop when the next sentence is weaker than a meeting deserves: five interviews of half an hour mostly bear out ten to twenty.
7. Report the refs with their sentences, who divides over what, what the interviews leave open, and the quotes that a person should check first. Say that the prompt write_questions brings every belief to thirty questions.

The study:

${await aimOf(call, studyId)}`,
});

const writeQuestions = prompt({
  name: 'write_questions',
  title: 'Write the questions that beliefs answer',
  description: 'Lets people find beliefs when they ask in other words, without a model.',
  forWriters: true,
  input: z.strictObject({}),
  write:
    async () => `Give each of our beliefs the questions that it answers, so that colleagues find it when they ask in words that no participant used.

1. Call list_beliefs until you have all of them, then again with the stage "archived": answers name closed beliefs, too. For each, call read_belief, which lists the questions that it has, and read_evidence for its quotes. Add to those that have fewer than thirty, so that each has thirty.
2. ${questionsToWrite('thirty')}
3. Store them with change_questions, one call for each belief.
4. Check once: think of one new question for each belief, in other words again, and call ask (if it says that too many questions were asked, wait as long as it says). The belief should come first, also after “Nothing answers this exactly. Closest:”; “Known in this area” is a miss. For a miss, add two or three questions of that kind, up to forty for each belief, but not the one that missed, and do not ask it again: it would find itself.
5. Report how many beliefs have questions now, how many of your new questions found their belief when first asked, and which beliefs you could not tell apart.`,
});

/** The aim of a study, without its themes: they would tell the reader what to look for. */
async function aimOf(call: Call, studyId: string): Promise<string> {
  const { name, objective, openQuestions } = await withTeamsNames(
    call.ctx,
    presentReadout(await readReadout(call.ctx, studyId)),
  );
  return [NOTICE, name, objective, ...openQuestions].filter(Boolean).join('\n\n');
}

async function document(call: Call, belief: string): Promise<string> {
  const { text, url } = await readDocument(call, `belief:${await signalIdOf(call, belief)}`);
  return `${url ? `Page: ${url}\n\n` : ''}${text}`;
}

async function openGaps(call: Call): Promise<string> {
  const found = (await listGaps.run(call, { limit: 10 })) as {
    gaps: {
      signalRef: string;
      type: string;
      status: string;
      description: string;
      suggestedAction: string;
    }[];
  };
  const { gaps } = await withTeamsNames(call.ctx, found);
  const open = gaps.filter(({ status }) => status === 'open' || status === 'accepted');
  if (open.length === 0) return 'No gap is open: use list_beliefs and choose the least sure ones.';
  return [
    NOTICE,
    ...open.map(
      (gap) =>
        `- ${gap.signalRef}, ${gap.type}: ${gap.description} Suggested: ${gap.suggestedAction}`,
    ),
  ].join('\n');
}

const prompts: readonly Prompt[] = [
  prepareInterview,
  checkAgainstUsers,
  briefMe,
  findBeliefs,
  writeQuestions,
];

const listed = ({ name, title, description, input }: Prompt): ListedPrompt => ({
  name,
  title,
  description,
  arguments: Object.entries(input.shape).map(([argument, schema]) => ({
    name: argument,
    description: z.globalRegistry.get(schema)?.description,
    required: !schema.safeParse(undefined).success,
  })),
});

const forAll = prompts.map(listed);
const forReaders = prompts.filter(({ forWriters }) => !forWriters).map(listed);

export const listedPrompts = ({ mayWrite }: { mayWrite: boolean }): ListedPrompt[] =>
  mayWrite ? forAll : forReaders;

/** Returns the prompt of this name. Throws `invalid_request`. */
export function promptNamed(name: string): Prompt {
  const found = prompts.find((one) => one.name === name);
  if (found) return found;
  const known = prompts.map((one) => one.name).join(', ');
  throw invalidRequest(
    `There is no prompt ${JSON.stringify(name.slice(0, 64))}. There are: ${known}.`,
  );
}
