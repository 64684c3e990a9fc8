import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { GITHUB_VARIABLES, githubSettings } from '../../integrations/github/github-api.js';
import { TRACKERS } from '../../integrations/trackers.js';
import * as config from '../../src/config/config.js';
import { Environment } from '../../src/config/environment.js';

const readConfig = (env: Record<string, string | undefined>) => config.readConfig(env, TRACKERS);

const slack = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'abc' };
const linear = { LINEAR_API_KEY: 'lin_1', LINEAR_TEAM: 'ENG' };
const github = { GITHUB_TOKEN: 'ghp_1', GITHUB_REPO: 'acme/app' };
const jira = {
  JIRA_URL: 'https://acme.atlassian.net/',
  JIRA_EMAIL: 'ada@example.com',
  JIRA_API_TOKEN: 'jira_1',
  JIRA_PROJECT: 'eng',
};

describe('without any variable', () => {
  it('everything has its documented default', () => {
    const { trackers, ...others } = readConfig({});
    expect(trackers.map(({ provider, connect }) => [provider, connect])).toEqual([
      ['linear', undefined],
      ['github', undefined],
      ['jira', undefined],
    ]);
    expect(others).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: './.data',
      demo: true,
      logLevel: 'info',
      autoPush: 'off',
      limits: { perMinute: 600, askPerMinute: 30 },
      corsOrigins: [],
      digestCron: '0 9 * * 1-5',
      tz: 'UTC',
      misspelled: [],
    });
  });

  it('production listens on every address and has no demo team', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', demo: false });
  });

  it('an empty variable is an absent one', () => {
    const { trackers, ...others } = readConfig({
      PORT: '',
      SLACK_BOT_TOKEN: ' ',
      DATABASE_URL: '',
      LINEAR_API_KEY: '',
    });
    expect(readConfig({})).toMatchObject(others);
    expect(trackers.some(({ connect }) => connect)).toBe(false);
  });
});

describe('origins for the browser', () => {
  it('are told apart by commas', () => {
    const { corsOrigins } = readConfig({ CORS_ORIGINS: 'https://a.test, http://b.test:8080' });
    expect(corsOrigins).toEqual(['https://a.test', 'http://b.test:8080']);
  });

  it.each(['*', 'a.test', 'https://a.test/', 'https://a.test/path'])(
    'are refused as %s',
    (value) => {
      expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(
        /^CORS_ORIGINS must be origins like/,
      );
    },
  );
});

describe('the demo team', () => {
  it.each([
    ['DEMO=off', { DEMO: 'off' }],
    ['Slack', slack],
    ['Linear', linear],
    ['GitHub', github],
    ['Jira', jira],
  ])('is off with %s', (_name, env) => expect(readConfig(env).demo).toBe(false));
});

describe('a variable that looks like a misspelled one', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATBASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['LLM_PROVIDR', 'LLM_PROVIDER'],
    ['LLM_PRVIDR', 'LLM_PROVIDER'],
    ['WORKERPORT', 'WORKER_PORT'],
    ['AUTOPUSH', 'AUTO_PUSH'],
    ['LINEAR_API_KEYS', 'LINEAR_API_KEY'],
  ])('%s is told, with %s', (name, meant) => {
    expect(readConfig({ [name]: 'x' }).misspelled).toEqual([{ name, meant }]);
  });

  it('is left alone if the right one is set too', () => {
    const { misspelled } = readConfig({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://u@h/d' });
    expect(misspelled).toEqual([]);
  });

  it('is none of those that other programs read', () => {
    const names = `PATH HOME HOSTNAME HOSTTYPE PORTAL PORTS SLACK_URL SLACK_TOKEN USER LOGNAME SHELL TERM LANG LC_ALL PWD
      EDITOR MAIL TMPDIR SSH_TTY XDG_DATA_DIRS XDG_DATA_HOME NODE_OPTIONS NODE_PATH NODE_VERSION npm_config_cache DYNO
      DATABASE_HOST DATABASE_NAME DATABASE_USER DATABASE_SSL DATABASE_PORT DB_URL REDIS_URL PGDATA PGHOST PGPORT PGSSLMODE
      POSTGRES_URL META_DIR CACHE_DIR DATA_PATH LOG_FILE LOG_FORMAT BASE_URL APP_BASE_URL APP_URL PUBLIC_KEY SLACK_TEAM_ID
      LLM_URL OPENAI_API_KEY ANTHROPIC_API_KEY GITHUB_REF GITHUB_SHA GITHUB_ENV GITHUB_JOB GITHUB_ACTOR GITHUB_RUN_ID
      GITHUB_REPOSITORY GITHUB_SERVER_URL GITHUB_GRAPHQL_URL JIRA_TOKEN JIRA_USER LINEAR_TOKEN WORKER_COUNT WEB_PORT
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS
      OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY CI`;
    const others = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x']));
    expect(readConfig(others).misspelled).toEqual([]);
  });
});

describe('a bad value', () => {
  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', 'http'],
    ['WORKER_PORT', '80 80'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://u:hunter2@localhost/x'],
    ['DEMO', 'no'],
    ['TEAM_ID', 'a b'],
    ['PUBLIC_URL', 'example.com'],
    ['LOG_LEVEL', 'loud'],
    ['SLACK_BOT_TOKEN', 'xapp-hunter2'],
    ['SLACK_APP_TOKEN', 'xoxb-hunter2'],
    ['SLACK_CHANNEL', '#general'],
    ['GITHUB_REPO', 'https://github.com/acme/app'],
    ['JIRA_URL', 'http://acme.atlassian.net'],
    ['JIRA_URL', 'https://acme.atlassian.net/jira/your-work'],
    ['JIRA_URL', 'https://ada:hunter2@acme.atlassian.net'],
    ['JIRA_API_URL', 'http://api.example.com'],
    ['JIRA_EMAIL', 'ada'],
    ['JIRA_PROJECT', 'ENG-1'],
    ['AUTO_PUSH', 'trello'],
    ['LLM_PROVIDER', 'skynet'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['ENCRYPTION_KEY', 'hunter2'],
    ['DIGEST_CRON', 'every morning'],
    ['TZ', 'Mars/Olympus'],
  ])('%s=%s is one line that names the variable and shows no secret', (name, value) => {
    const refusal = () => readConfig({ [name]: value });
    expect(refusal).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
    expect(refusal).not.toThrow(/hunter2/);
  });

  it('that holds no secret is repeated', () => {
    expect(() => readConfig({ AUTO_PUSH: 'trello' })).toThrow(
      'AUTO_PUSH must be one of off, linear, github, jira, not "trello".',
    );
  });

  it('and another are told at once', () => {
    expect(() => readConfig({ PORT: 'x', TZ: 'y', GITHUB_REPO: 'z', LINEAR_TEAM: 'ENG' })).toThrow(
      /^PORT must be .+ TZ must be .+ GITHUB_REPO must be owner\/name, not "z"\.$/,
    );
  });
});

describe('a half-configured feature', () => {
  it.each([
    [{ SLACK_BOT_TOKEN: 'xoxb-1' }, 'SLACK_SIGNING_SECRET'],
    [{ SLACK_SIGNING_SECRET: 'abc' }, 'SLACK_BOT_TOKEN'],
    [{ SLACK_APP_TOKEN: 'xapp-1' }, 'SLACK_BOT_TOKEN'],
    [{ ...slack, SLACK_CLIENT_ID: '1' }, 'SLACK_CLIENT_SECRET, SLACK_STATE_SECRET, ENCRYPTION_KEY'],
    [{ LINEAR_API_KEY: 'x' }, 'LINEAR_TEAM'],
    [{ GITHUB_REPO: 'acme/app' }, 'GITHUB_TOKEN'],
    [{ GITHUB_TOKEN: 'x' }, 'GITHUB_REPO'],
    [{ GITHUB_APP_ID: '1', GITHUB_REPO: 'acme/app' }, 'GITHUB_INSTALLATION_ID'],
    [{ AUTO_PUSH: 'linear' }, 'LINEAR_API_KEY'],
    [{ JIRA_PROJECT: 'ENG' }, 'JIRA_URL, JIRA_EMAIL, JIRA_API_TOKEN'],
    [{ AUTO_PUSH: 'jira' }, 'JIRA_API_TOKEN'],
    [{ LLM_API_KEY: 'x' }, 'LLM_PROVIDER, LLM_MODEL'],
    [{ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm' }, 'LLM_BASE_URL'],
    [{ EMBEDDINGS_BASE_URL: 'http://localhost' }, 'EMBEDDINGS_MODEL'],
  ])('%j says what is missing', (env, missing) => {
    expect(() => readConfig(env)).toThrow(missing);
  });

  it('GitHub by token and by app at once is refused', () => {
    expect(() => readConfig({ ...github, GITHUB_APP_ID: '1' })).toThrow(/not both/);
  });
});

it('Socket Mode needs no signing secret', () => {
  const { slack: settings } = readConfig({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' });
  expect(settings?.appToken?.reveal()).toBe('xapp-1');
  expect(settings?.signingSecret).toBeUndefined();
});

it("an app's private key may come on one line", () => {
  const settings = githubSettings(
    z.object(GITHUB_VARIABLES).parse({
      GITHUB_APP_ID: '1',
      GITHUB_INSTALLATION_ID: '2',
      GITHUB_REPO: 'acme/app',
      GITHUB_APP_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----',
    }),
  );
  const auth = settings!.auth as { privateKey: { reveal(): string } };
  expect(auth.privateKey.reveal().split('\n')).toHaveLength(3);
});

it('no secret shows in a log line, a template or a dump of the configuration', () => {
  const secrets = {
    DATABASE_URL: 'postgres://u:hunter2@localhost/x',
    SLACK_BOT_TOKEN: 'xoxb-hunter2',
    SLACK_SIGNING_SECRET: 'hunter2',
    LINEAR_API_KEY: 'hunter2',
    LINEAR_TEAM: 'ENG',
    ...jira,
    JIRA_API_TOKEN: 'hunter2',
    JIRA_WEBHOOK_SECRET: 'hunter2',
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'm',
    LLM_API_KEY: 'hunter2',
  };
  const read = readConfig(secrets);
  for (const shown of [inspect(read, { depth: 9 }), JSON.stringify(read), `${read.databaseUrl}`]) {
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain('hunter2');
  }
  expect(read.databaseUrl?.reveal()).toBe(secrets.DATABASE_URL);
});

it('.env.example names every variable, and is a valid environment as it stands', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name ? [[name, value ?? ''] as const] : [];
  });
  // a value for one machine would override that of a container or a unit which reads the file
  const commented = lines.flatMap((line) => /^# ([A-Z_]+)=/.exec(line)?.[1] ?? []);
  for (const name of ['PORT', 'HOST', 'DATA_DIR', 'WORKER_PORT']) expect(commented).toContain(name);
  const expected = [
    'AUTO_PUSH',
    ...Object.keys(Environment.shape).filter((name) => name !== 'NODE_ENV'),
    ...TRACKERS.flatMap(({ variables }) => variables),
  ];
  const names = new Set([...pairs.map(([name]) => name), ...commented]);
  expect([...names].toSorted()).toEqual(expected.toSorted());
  const { trackers, ...others } = readConfig(Object.fromEntries(pairs));
  expect(readConfig({})).toMatchObject(others);
  expect(trackers.some(({ connect }) => connect)).toBe(false);
});
