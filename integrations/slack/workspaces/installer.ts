import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTPReceiver, type Installation } from '@slack/bolt';
import type Koa from 'koa';
import { Refusal } from '../../../src/errors.js';
import type { Logger } from '../../../src/log.js';
import { boltLogger } from '../connection/bolt-logger.js';
import { clientOptions } from '../connection/client.js';
import { BOT_SCOPES } from '../connection/scopes.js';
import { INSTALL_PATH, REDIRECT_PATH, teamOfLink } from './install-link.js';
import { sendPage } from './install-page.js';
import type { Installed } from './installed.js';

type InstallProvider = NonNullable<HTTPReceiver['installer']>;

export interface OAuthSettings {
  clientId: string;
  clientSecret: string;
  stateSecret: string;
  signingSecret: string;
  /** Web API base; Slack's own unless told. */
  apiUrl?: string;
  /** Between two posts to one channel, in milliseconds; Slack allows about one a second. */
  postIntervalMs?: number;
}

export interface InstallerDeps {
  settings: OAuthSettings;
  publicUrl: string;
  log: Logger;
  /** Stores what Slack gave; throws Refusal where the workspace may not be this team's. */
  installed(teamId: string, workspace: Installed): Promise<void>;
}

/**
 * The two pages of Slack's OAuth: a signed link leads to Slack's consent, and Slack leads back with what we
 * are given. Which team it is for travels in the state, which is signed too and bound to the browser.
 */
export function installer(deps: InstallerDeps): Koa.Middleware {
  const { settings, publicUrl } = deps;
  const provider = installProvider(deps);
  const pages: Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<void>> = {
    [INSTALL_PATH]: async (req, res) => {
      const query = new URL(req.url ?? '', publicUrl).searchParams;
      const teamId = teamOfLink(query, settings.stateSecret, new Date());
      const redirectUri = publicUrl + REDIRECT_PATH;
      await provider.handleInstallPath(
        req,
        res,
        {},
        { scopes: [...BOT_SCOPES], metadata: teamId, redirectUri },
      );
    },
    [REDIRECT_PATH]: (req, res) => provider.handleCallback(req, res, callbacks(deps.log)),
  };
  return async (ctx, next) => {
    const page = pages[ctx.path];
    if (!page || ctx.method !== 'GET') return next();
    ctx.respond = false;
    ctx.res.statusCode = 200;
    await page(ctx.req, ctx.res).catch((error: unknown) => tell(ctx.res, error, deps.log));
  };
}

function installProvider({ settings, publicUrl, log, installed }: InstallerDeps): InstallProvider {
  const { clientId, clientSecret, stateSecret, signingSecret } = settings;
  const { installer } = new HTTPReceiver({
    clientId,
    clientSecret,
    stateSecret,
    signingSecret,
    scopes: [...BOT_SCOPES],
    redirectUri: publicUrl + REDIRECT_PATH,
    logger: boltLogger(log),
    installationStore: {
      storeInstallation: async (installation) => {
        const { metadata = '' } = installation;
        await installed(metadata, readInstallation(installation));
      },
      fetchInstallation: async () => {
        throw new Error('installations are read from the database');
      },
    },
    installerOptions: {
      directInstall: true,
      redirectUriPath: REDIRECT_PATH,
      // over plain http a browser keeps no Secure cookie, so only the signature of the state is left
      legacyStateVerification: publicUrl.startsWith('http://'),
      clientOptions: clientOptions(settings, log),
    },
  });
  if (!installer) throw new Error('Bolt made no installer');
  return installer;
}

function readInstallation(installation: Installation): Installed {
  const { team, bot, user, isEnterpriseInstall } = installation;
  if (isEnterpriseInstall || !team || !bot) {
    throw new Refusal(
      'invalid_request',
      'Belief Layer is installed in one workspace at a time, not for a whole organisation. Choose a workspace.',
    );
  }
  return {
    workspaceId: team.id,
    name: team.name ?? team.id,
    botToken: bot.token,
    botUserId: bot.userId,
    botId: bot.id,
    installedBy: user.id,
  };
}

const callbacks = (log: Logger): Parameters<InstallProvider['handleCallback']>[2] => ({
  success: ({ team }, _options, _req, res) =>
    sendPage(
      res,
      200,
      'Belief Layer is installed',
      `It is in ${team?.name ?? 'your workspace'} now. Open its Home in Slack, choose the channel for its cards, and invite it there.`,
    ),
  failure: (error, _options, _req, res) => tell(res, error, log),
});

const REASONS: Record<string, string> = {
  slack_oauth_invalid_state:
    'The installation took too long, or was begun in another browser. Open the install link again.',
  slack_oauth_missing_state: 'Open the install link again: this page is where Slack leads back to.',
  slack_oauth_missing_code: 'Open the install link again: this page is where Slack leads back to.',
  slack_oauth_installer_authorization_error:
    'Nothing was installed, because the installation was cancelled in Slack.',
};

function tell(res: ServerResponse, error: unknown, log: Logger): void {
  const code = (error as { code?: unknown }).code;
  const known = error instanceof Refusal ? error.message : REASONS[String(code)];
  if (!known) log.error({ err: error }, 'a workspace could not be installed');
  const status = known ? (error instanceof Refusal && error.code === 'forbidden' ? 403 : 400) : 502;
  sendPage(
    res,
    status,
    'Belief Layer was not installed',
    known ??
      'Slack did not complete the installation. Open the install link again; the log of Belief Layer says more.',
  );
}
