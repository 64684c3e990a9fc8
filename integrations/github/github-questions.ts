import { z } from 'zod';
import { MAX_QUESTION } from '../../src/core/numbers.js';
import { cut } from '../../src/core/words.js';
import type {
  IssueComment,
  QuestionDesk,
  QuestionInIssue,
  QuestionReply,
  StoredQuestion,
  Tracker,
} from '../../src/issues/tracker.js';
import {
  isRefused,
  ofRead,
  refused,
  TrackerFailure,
  unreachable,
} from '../../src/issues/tracker-failure.js';
import { type GitHubApi, githubFailure, isHttpError } from './github-api.js';
import {
  issueAddress,
  MARKER,
  presentIssue,
  repository,
  TrackedGitHubIssue,
} from './github-issue.js';

const CommentEvent = z.object({
  action: z.literal('created'),
  issue: TrackedGitHubIssue,
  comment: z.object({
    id: z.number().int(),
    body: z.string(),
    user: z.object({ login: z.string(), type: z.string() }),
    author_association: z.enum(['OWNER', 'MEMBER', 'COLLABORATOR']),
    performed_via_github_app: z.unknown().optional(),
  }),
});

/**
 * The question in a new comment that begins with our name; undefined for any other comment, and for comments by
 * bots and apps, since we are one.
 */
export function questionOf(payload: unknown, botName: string): QuestionInIssue | undefined {
  const event = CommentEvent.safeParse(payload).data;
  if (!event) return undefined;
  const { comment, issue } = event;
  if (comment.user.type !== 'User' || comment.performed_via_github_app) return undefined;
  if (comment.body.includes(MARKER)) return undefined;
  const [mention] =
    new RegExp(`^\\s*@${botName}(?:\\[bot\\])?(?![\\w/'’-])[\\s,:]*`, 'i').exec(comment.body) ?? [];
  if (mention === undefined) return undefined;
  const { externalId, nativeId, url } = presentIssue(issue);
  return {
    questionId: String(comment.id),
    issue: { externalId, nativeId, url },
    askedBy: comment.user.login,
    text: cut(comment.body.slice(mention.length).trim(), MAX_QUESTION),
    stops: false,
  };
}

const Permission = z.object({ permission: z.string() });
const Visibility = z.object({ private: z.boolean() });

/** Throws for an unexpected response, so that one cut off on the way decides nothing. */
function usable<T extends z.ZodType>(schema: T, data: unknown): z.infer<T> {
  const read = schema.safeParse(data);
  if (!read.success) throw unreachable('GitHub', 'no usable answer');
  return read.data;
}

const MAY_WRITE = ['admin', 'maintain', 'write'];

/** Answers comments that begin with our name, for people who may write to the repository. */
export class GitHubQuestions implements QuestionDesk {
  constructor(
    private readonly api: GitHubApi,
    private readonly botName: string,
    private readonly comments: Pick<Tracker, 'comment' | 'hasComment'>,
  ) {}

  async howToAsk(): Promise<string> {
    const { auth } = this.api.options;
    if ('token' in auth) return `answers comments that begin with @${this.botName}`;
    const request = this.api.deadline();
    const { data } = await this.api.octokit.rest.apps
      .getAuthenticated({ request })
      .catch((error: unknown) => {
        throw ofRead('GitHub', githubFailure(error, this.api.options.repo));
      });
    const slug = data?.slug ?? '';
    if (slug.toLowerCase() !== this.botName.toLowerCase()) {
      throw refused(`The App is called @${slug}: set GITHUB_BOT_NAME to ${slug}.`);
    }
    return `answers comments that begin with @${slug}`;
  }

  /** Membership in the organization is not enough: the user must have write access to the repository. */
  async mayAsk({ issue, askedBy }: StoredQuestion, linked: boolean): Promise<boolean> {
    const { owner, repo } = this.addressOf(issue.externalId);
    const ours = `${owner}/${repo}`.toLowerCase() === this.api.options.repo.toLowerCase();
    if (!ours && !linked) return false;
    try {
      const request = this.api.deadline();
      const { data } = await this.api.octokit.rest.repos.getCollaboratorPermissionLevel({
        ...{ owner, repo, username: askedBy, request },
      });
      return MAY_WRITE.includes(usable(Permission, data).permission);
    } catch (error) {
      if (isHttpError(error) && error.status === 404) return false; // GitHub does not know the user
      if (error instanceof TrackerFailure) throw error;
      throw ofRead('GitHub', githubFailure(error, `${owner}/${repo}`));
    }
  }

  /** An existing reaction is left as it is. */
  async acknowledge(question: StoredQuestion): Promise<void> {
    await this.react(question, 'eyes').catch((error: unknown) => {
      if (!isRefused(error)) throw error; // the answer may still be possible
    });
  }

  async wordsOf({ text }: StoredQuestion): Promise<string> {
    return text;
  }

  async isPublic({ issue }: StoredQuestion): Promise<boolean> {
    const { owner, repo } = this.addressOf(issue.externalId);
    const request = this.api.deadline();
    const { data } = await this.api.octokit.rest.repos
      .get({ ...repository(`${owner}/${repo}`), request })
      .catch((error: unknown) => {
        throw ofRead('GitHub', githubFailure(error, `${owner}/${repo}`));
      });
    return !usable(Visibility, data).private;
  }

  /** A reaction, not another comment, says that there were too many questions. */
  reply(question: StoredQuestion, { says, markdown }: QuestionReply): Promise<void> {
    if (says === 'limit') return this.react(question, 'confused');
    return this.comments.comment(question.issue, commentOf(question, markdown));
  }

  hasReply(question: StoredQuestion): Promise<boolean> {
    return this.comments.hasComment(question.issue, commentOf(question, ''));
  }

  private async react(
    { issue, questionId }: StoredQuestion,
    content: 'eyes' | 'confused',
  ): Promise<void> {
    const { owner, repo } = this.addressOf(issue.externalId);
    const request = this.api.deadline();
    await this.api.octokit.rest.reactions
      .createForIssueComment({ owner, repo, comment_id: Number(questionId), content, request })
      .catch((error: unknown) => {
        throw ofRead('GitHub', githubFailure(error, `${owner}/${repo}`, 'comment'));
      });
  }

  private addressOf(externalId: string): { owner: string; repo: string } {
    const address = issueAddress(externalId);
    if (!address) throw refused(`${externalId} is not a GitHub issue: expected owner/name#12.`);
    return address;
  }
}

const commentOf = ({ replyId, askedAt }: StoredQuestion, markdown: string): IssueComment => ({
  commentId: replyId,
  markdown,
  createdAt: askedAt,
});
