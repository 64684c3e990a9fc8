import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTTPReceiver, type Installation } from '@slack/bolt';
import type Koa from 'koa';
import { Refusal } from '../../../src/core/errors.js';
import type { Logger } from '../../../src/core/log.js';
import { html } from '../../../src/pages/html.js';
import { BOT_SCOPES, boltLogger, clientOptions } from '../connection/client.js';
import type { Installed } from './installed.js';
import { INSTALL_PATH, REDIRECT_PATH, teamOfLink } from './installed.js';

/** A page for the person who installs the app. It runs no scripts and cannot be framed. */
function sendPage(res: ServerResponse, status: number, title: string, text: string): void {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1f2a44}</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
  res.end(page.text);
}

type InstallProvider = NonNullable<HTTPReceiver['installer']>;

export interface OAuthSettings {
  clientId: string;
  clientSecret: string;
  stateSecret: string;
  signingSecret: string;
  /** Base URL of the Web API; Slack's own by default. */
  apiUrl?: string;
  /** Milliseconds between two posts to one channel; Slack allows about one per second. */
  postIntervalMs?: number;
}

interface InstallerDeps {
  settings: OAuthSettings;
  publicUrl: string;
  log: Logger;
  /** Stores the installation; throws Refusal if the workspace may not belong to this team. */
  installed(teamId: string, workspace: Installed): Promise<void>;
}

/**
 * The two pages of Slack's OAuth: a signed link leads to Slack's consent page, and Slack redirects back with the
 * authorization. The state carries the team; it is signed too and bound to the browser.
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
      // over plain http a browser does not keep Secure cookies, so only the signature protects the state
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
      'Belief Layer is installed in one workspace at a time, not for a whole organization. Choose a workspace.',
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
      `It is now in ${team?.name ?? 'your workspace'}. Open its Home in Slack, choose the channel for its cards, and invite it there.`,
    ),
  failure: (error, _options, _req, res) => tell(res, error, log),
});

const REASONS: Record<string, string> = {
  slack_oauth_invalid_state:
    'The installation took too long, or was started in another browser. Open the install link again.',
  slack_oauth_missing_state: 'Open the install link again: only Slack can send you to this page.',
  slack_oauth_missing_code: 'Open the install link again: only Slack can send you to this page.',
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
