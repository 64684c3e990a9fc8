import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { ofRead, refused } from '../../src/issues/tracker-failure.js';
import { githubFailure, isHttpError } from './github-failure.js';
import type { GithubSettings } from './github-settings.js';

export interface GitHubOptions extends GithubSettings {
  /** Base URL of this service, for the link back. */
  publicUrl: string;
  timeoutMs?: number;
  settleMs?: number;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Octokit with our credentials and deadlines. */
export class GitHubApi {
  readonly octokit: Octokit;

  constructor(readonly options: GitHubOptions) {
    // Without the retry plugin: it repeats a POST whose answer was lost, and that makes two issues.
    this.octokit = new Octokit({
      userAgent: 'belief-layer',
      log: silent,
      ...(options.apiUrl !== undefined && { baseUrl: options.apiUrl.replace(/\/+$/, '') }),
      ...credentials(options.auth),
    });
  }

  /** Authenticates before the write itself, so that if the credentials fail, certainly nothing was created. */
  async authenticate(): Promise<void> {
    if ('token' in this.options.auth) return;
    try {
      await Promise.race([this.octokit.auth({ type: 'installation' }), this.timeout()]);
    } catch (error) {
      const failure = githubFailure(error, this.options.repo);
      if (failure.kind === 'retry_later') throw failure;
      const noAnswer = isHttpError(error) ? error.status >= 500 : isTimeout(error);
      if (noAnswer) throw ofRead('GitHub', failure);
      throw refused(
        'GitHub gave no token for the App: check GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_INSTALLATION_ID and try again.',
      );
    }
  }

  deadline(): { signal: AbortSignal } {
    return { signal: AbortSignal.timeout(this.options.timeoutMs ?? 15_000) };
  }

  /** The App's own requests take no signal, and a creation must not start once its token has arrived too late. */
  private timeout(): Promise<never> {
    const { signal } = this.deadline();
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

const credentials = (auth: GithubSettings['auth']) =>
  'token' in auth
    ? { auth: auth.token.reveal() }
    : {
        authStrategy: createAppAuth,
        auth: { ...auth, privateKey: auth.privateKey.reveal() },
      };
