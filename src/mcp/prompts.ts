import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { words } from '../api/endpoints/fields.js';
import { checkText, parseInput } from '../api/input.js';
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

const prompts: readonly Prompt[] = [prepareInterview, checkAgainstUsers, briefMe];

export const listedPrompts: ListedPrompt[] = prompts.map(({ name, title, description, input }) => ({
  name,
  title,
  description,
  arguments: Object.entries(input.shape).map(([argument, schema]) => ({
    name: argument,
    description: z.globalRegistry.get(schema)?.description,
    required: !schema.safeParse(undefined).success,
  })),
}));

/** Returns the prompt of this name. Throws `invalid_request`. */
export function promptNamed(name: string): Prompt {
  const found = prompts.find((one) => one.name === name);
  if (found) return found;
  const known = prompts.map((one) => one.name).join(', ');
  throw invalidRequest(
    `There is no prompt ${JSON.stringify(name.slice(0, 64))}. There are: ${known}.`,
  );
}
