import { describe, expect, it } from 'vitest';
import { subjectOfLink } from '../../integrations/slack/beliefs/linked.js';
import { signalMessage } from '../../integrations/slack/beliefs/signal-command.js';
import {
  recommendationUnfurl,
  signalUnfurl,
} from '../../integrations/slack/beliefs/unfurl-blocks.js';
import { readCardMaterial } from '../../integrations/slack/cards/card-material.js';
import { cardMessage } from '../../integrations/slack/cards/card-message.js';
import { checkBlocks } from '../../sandbox/check-blocks.js';
import { readRecommendation } from '../../src/beliefs/recommendations/list-recommendations.js';
import { readSignalPacket } from '../../src/beliefs/signals/read-signal-packet.js';
import { readConfig } from '../../src/config/config.js';
import type { PageLinks } from '../../src/core/page-links.js';
import { signedPageAddress } from '../../src/core/page-tokens.js';
import { reachablePages } from '../../src/server/pages.js';
import { load } from '../slack/team.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const publicUrl = 'https://beliefs.example.com';
const members: PageLinks = { publicUrl, openTo: 'members' };

async function research() {
  const teamId = await database.createTeam();
  await load(database, teamId, [
    {
      resource: 'actionCard',
      actionCardId: 'c1',
      type: 'new_recommendation',
      summary: 'A recommendation waits.',
      priority: 3,
      createdAt: Date.now(),
      refs: { recommendationId: 'r1' },
    },
  ]);
  return database.context(teamId);
}

describe('in Slack', () => {
  it('cards, unfurls and /signal lead to the pages, without a token', async () => {
    const ctx = await research();
    const view = { now: ctx.now, names: 'short' as const, showQuotes: true, pages: members };
    const packet = await readSignalPacket(ctx, 'sig1');
    const material = await readCardMaterial(ctx, 'c1');
    const card = cardMessage(material!, { ...view, version: 0, trackers: [] }).blocks;
    const messages = [
      card,
      signalUnfurl(packet, view),
      recommendationUnfurl(await readRecommendation(ctx, 'r1'), material?.beliefs ?? [], view),
      signalMessage(packet, view).blocks,
    ];
    for (const blocks of messages) {
      expect(checkBlocks(blocks as never, 'message')).toEqual([]);
      expect(JSON.stringify(blocks)).toContain(`${publicUrl}/p/`);
      expect(JSON.stringify(blocks)).not.toContain('?t=');
    }
    expect(JSON.stringify(card)).toContain(`${publicUrl}/p/recommendations/r1`);
  });

  it('have no links if only a signed link opens a page, which not everyone in a channel may see', async () => {
    const ctx = await research();
    const pages: PageLinks = { publicUrl, openTo: 'token' };
    const view = { now: ctx.now, names: 'short' as const, showQuotes: true, pages };
    const blocks = signalUnfurl(await readSignalPacket(ctx, 'sig1'), view);
    expect(JSON.stringify(blocks)).not.toContain('/p/');
  });

  it('a link to a page unfolds like a link to the API, with and without a token', () => {
    const subject = { kind: 'signal', id: 'sig1' };
    for (const path of ['p/signals/sig1', 'p/signals/sig1?t=1.abc', 'v1/signals/sig1']) {
      expect(subjectOfLink(publicUrl, `${publicUrl}/${path}`)).toEqual(subject);
    }
    expect(subjectOfLink(publicUrl, `${publicUrl}/p/studies/st1`)).toMatchObject({ kind: 'study' });
    expect(subjectOfLink(publicUrl, `${publicUrl}/x/signals/sig1`)).toBeUndefined();
    expect(subjectOfLink(publicUrl, 'https://evil.example/p/signals/sig1')).toBeUndefined();
  });
});

describe('the pages that links can lead to', () => {
  const slack = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 's' };
  const app = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'c' };
  const reached = (env: Record<string, string>, sandbox = false) =>
    reachablePages({ config: readConfig(env, []), publicUrl, sandbox })?.openTo;

  it('are for everyone in the sandbox, for members after signing in, else by signed links', () => {
    expect(reached({}, true)).toBe('everyone');
    expect(reached({ ...slack, ...app })).toBe('members');
    expect(reached(slack)).toBe('token');
    expect(reached({ ...slack, ...app, NODE_ENV: 'production', PUBLIC_URL: publicUrl })).toBe(
      'members',
    );
  });

  it('are none in production without PUBLIC_URL, so that no link is dead', async () => {
    expect(reached({ ...slack, ...app, NODE_ENV: 'production' })).toBeUndefined();
    const ctx = await research();
    expect(await signedPageAddress(ctx, { signalId: 'sig1' })).toBeUndefined();
  });

  it('need the client secret with the client id', () => {
    expect(() => readConfig({ ...slack, SLACK_CLIENT_ID: '1.2' }, [])).toThrow(
      /SLACK_CLIENT_SECRET/,
    );
  });
});
