import { z } from 'zod';
import type { QuestionDesk, QuestionReply, StoredQuestion } from '../../src/issues/tracker.js';
import { isRefused, refused } from '../../src/issues/tracker-failure.js';
import { type LinearApi, linearFailure, nodes } from './linear-api.js';
import { ACTIVITY_BY_CLIENT_ID, ADD_ACTIVITY, OURSELVES } from './linear-documents.js';

const Ourselves = z.object({
  viewer: z.object({
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    app: z.boolean(),
    supportsAgentSessions: z.boolean(),
  }),
});
const ActivityCreate = z.object({ agentActivityCreate: z.object({ success: z.literal(true) }) });
const Activities = z.object({ agentActivities: nodes(z.object({ id: z.string() })) });

/** Answers in agent sessions, which start when someone mentions the app in an issue or delegates an issue to it. */
export class LinearSessions implements QuestionDesk {
  private ourselves: Promise<z.infer<typeof Ourselves>['viewer']> | undefined;

  constructor(
    private readonly api: LinearApi,
    private readonly hasWebhook: boolean,
  ) {}

  async howToAsk(): Promise<string> {
    const { name, displayName, app, supportsAgentSessions } = await this.whoWeAre();
    if (!app || !supportsAgentSessions) {
      throw refused(
        `Linear does not let ${name} answer in issues: switch on "Agent session events" for the app's webhook, and install it with app:mentionable and app:assignable.`,
      );
    }
    if (!this.hasWebhook) {
      throw refused('Questions do not arrive: set LINEAR_WEBHOOK_SECRET to that of the app.');
    }
    return `answers @${displayName} in issues`;
  }

  /** Linear lets only members of the workspace mention the app, and shows an issue to no one else. */
  async mayAsk(): Promise<boolean> {
    return true;
  }

  /** The thought stays: Linear refuses a second one with its id, so a late repetition cannot follow the reply. */
  acknowledge({ threadId, noticeId }: StoredQuestion): Promise<void> {
    const content = { type: 'thought', body: 'Looking through what people said…' };
    return this.add(noticeId, threadId, content);
  }

  async wordsOf({ text }: StoredQuestion): Promise<string> {
    const { name, displayName } = await this.whoWeAre();
    return withoutMentions(text, [name, displayName]);
  }

  async isPublic(): Promise<boolean> {
    return false;
  }

  reply({ threadId, replyId }: StoredQuestion, { says, markdown }: QuestionReply): Promise<void> {
    const type = says === 'answer' || says === 'stop' ? 'response' : 'error';
    return this.add(replyId, threadId, { type, body: markdown });
  }

  hasReply({ replyId }: StoredQuestion): Promise<boolean> {
    return this.has(replyId);
  }

  /** The app's own user in the workspace. */
  whoWeAre() {
    this.ourselves ??= this.api.request(Ourselves, OURSELVES).then(
      ({ viewer }) => viewer,
      (error: unknown) => {
        this.ourselves = undefined;
        throw error;
      },
    );
    return this.ourselves;
  }

  private async add(id: string, agentSessionId: string | undefined, content: object) {
    if (!agentSessionId) throw refused('Linear is only answered in agent sessions.');
    try {
      const input = { id, agentSessionId, content };
      await this.api.send(ActivityCreate, ADD_ACTIVITY, { input });
    } catch (error) {
      const failure = linearFailure(error, this.api.options.teamKey, 'comment');
      // Linear does not document its response to a repeated id: any refusal may mean that it exists.
      if (!isRefused(failure) || !(await this.has(id))) throw failure;
    }
  }

  private async has(id: string): Promise<boolean> {
    const { agentActivities } = await this.api.request(Activities, ACTIVITY_BY_CLIENT_ID, { id });
    return agentActivities.nodes.length > 0;
  }
}

/** A comment by Linear that begins the thread of a delegation; no one wrote it as a question. */
const STUB = /^this thread is for an agent session with\b/i;
const USER_TAG = /<user\b[^>]*>[^<]*<\/user>/gi;
const PROFILE_LINK = /\[@?[^\]]*\]\(https:\/\/linear\.app\/[^)]*\/profiles\/[^)]*\)/gi;

/** The words of a comment without mentions of us; empty for Linear's comment that begins a delegation. */
function withoutMentions(text: string, names: readonly string[]): string {
  const trimmed = text.trim();
  if (STUB.test(trimmed)) return '';
  const ours = names
    .filter((name) => name.trim() !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const plain = trimmed.replace(USER_TAG, ' ').replace(PROFILE_LINK, ' ');
  const unnamed =
    ours.length > 0
      ? plain.replace(new RegExp(`@(?:${ours.join('|')})(?![\\w-])`, 'gi'), ' ')
      : plain;
  return unnamed.replace(/\s+/g, ' ').trim();
}
