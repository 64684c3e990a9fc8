import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JiraOptions } from '../../integrations/jira/jira-api.js';
import { JiraTracker } from '../../integrations/jira/jira-tracker.js';
import { Secret } from '../../src/core/secret.js';
import { attempt, draft, publicUrl } from './draft.js';
import { FakeJira, field, readable } from './fake-jira.js';

const CREATE = 'POST /rest/api/3/issue';
const SEARCH = 'POST /rest/api/3/search/jql';
const FETCH = 'POST /rest/api/3/issue/bulkfetch';
let jira: FakeJira;
let tracker: JiraTracker;
const trackerWith = (options: Partial<JiraOptions> = {}) =>
  new JiraTracker({
    siteUrl: jira.siteUrl,
    apiUrl: jira.server.url,
    email: jira.email,
    apiToken: new Secret(jira.token),
    project: 'ENG',
    publicUrl,
    timeoutMs: 1_500,
    inDoubtMs: 20,
    ...options,
  });
const stranger = () => trackerWith({ apiToken: new Secret('expired') });

beforeEach(async () => {
  jira = new FakeJira();
  await jira.server.start();
  tracker = trackerWith();
});
afterEach(() => jira.server.stop());

describe('the Jira tracker', () => {
  it('makes an issue that carries our id, our label and one link back to the evidence', async () => {
    const ours = attempt();
    expect(await tracker.create(draft(), ours)).toEqual({
      externalId: 'ENG-1',
      nativeId: '10001',
      url: 'https://acme.atlassian.net/browse/ENG-1',
      title: 'Say why an import failed',
      dropped: [],
    });
    const [issue] = jira.issues;
    expect(issue).toMatchObject({
      fields: { issuetype: { id: '10' }, labels: ['belief-layer'] },
      properties: { 'belief-layer': { clientId: ours.clientId, recommendationId: 'rec-1' } },
    });
    expect(readable(issue!.fields.description!)).toBe('## Problem\n\n> It just says no.');
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'ENG-1' });
    expect([...issue!.remoteLinks.values()]).toMatchObject([
      { object: { url: `${publicUrl}/p/recommendations/rec-1?t=a-token` } },
    ]);
  });

  it('finds an issue before the search knows of it, among many, with gaps, and after a move', async () => {
    jira.pageSize = 3;
    const ours = attempt();
    expect(await tracker.find(draft(), ours)).toBeUndefined();
    for (let n = 0; n < 150; n++) jira.add();
    jira.index();
    jira.issues.splice(20, 100);
    await tracker.create(draft(), ours);
    for (let n = 0; n < 5; n++) jira.add();
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'ENG-151' });
    expect(jira.server.count(FETCH)).toBeGreaterThan(0);
    expect(await tracker.find(draft(), attempt())).toBeUndefined();

    const [issue] = jira.issues.filter(({ key }) => key === 'ENG-151');
    jira.moveTo(issue!, 'OPS');
    jira.index();
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'OPS-1' });
  });

  it('finds it where our clock is fast, and where labels are not on the screen', async () => {
    jira.screens['10'] = jira.screens['10']!.filter(({ fieldId }) => fieldId !== 'labels');
    const ours = { ...attempt(), startedAt: new Date(Date.now() + 30 * 60_000) };
    await tracker.create(draft(), ours);
    jira.index();
    jira.server.fail(FETCH, { status: 500 });
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'ENG-1' });
  });

  it('does not believe that an issue is missing when Jira took us for a stranger or left some out', async () => {
    const ours = attempt();
    const made = await tracker.create(draft(), ours);
    const refusal = { kind: 'refused', message: expect.stringContaining('JIRA_API_TOKEN') };
    await expect(stranger().find(draft(), ours)).rejects.toMatchObject(refusal);
    await expect(stranger().create(draft(), attempt())).rejects.toMatchObject(refusal);
    await expect(stranger().read(made)).rejects.toMatchObject(refusal);
    const comment = { commentId: ours.clientId, recommendationId: 'rec-1', markdown: 'x' };
    const posted = { ...comment, createdAt: new Date() };
    await expect(stranger().hasComment(made, posted)).rejects.toMatchObject(refusal);
    const headers = { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' };
    jira.server.fail(SEARCH, { status: 200, headers, body: { issues: [] } });
    await expect(tracker.find(draft(), ours)).rejects.toMatchObject(refusal);
    jira.server.fail(FETCH, { status: 200, body: { issues: [], issueErrors: [{ id: '1' }] } });
    await expect(tracker.find(draft(), ours)).rejects.toMatchObject({ kind: 'retry_later' });
  });

  it('completes the link back that was cut off', async () => {
    const ours = attempt();
    jira.server.fail('POST /rest/api/3/issue/10001/remotelink', 'cut-before');
    expect(await tracker.create(draft(), ours)).toMatchObject({ dropped: ['back link'] });
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'ENG-1', dropped: [] });
    expect(jira.issues[0]?.remoteLinks.size).toBe(1);
  });

  it('takes a project, a person by id or name, a priority and labels', async () => {
    const chosen = {
      place: 'OPS',
      priority: 'high' as const,
      labels: ['User research', 'beliefs'],
    };
    const issue = await tracker.create(draft({ ...chosen, assignee: '5b10-ada' }), attempt());
    expect(issue).toMatchObject({ externalId: 'OPS-1', dropped: [] });
    expect(jira.issues[0]?.fields).toMatchObject({
      labels: ['belief-layer', 'User-research', 'beliefs'],
      priority: { id: '1' },
      assignee: { id: '5b10-ada' },
    });
    await tracker.create(draft({ assignee: 'ADA' }), attempt());
    expect(jira.issues[1]?.fields.assignee).toEqual({ id: '5b10-ada' });
  });

  it('says what the project does not take', async () => {
    const asked = { assignee: 'Nobody', priority: 'low' as const, labels: ['research'] };
    const plain = ['project', 'issuetype', 'summary', 'description'].map((name) => field(name));
    jira.screens['10'] = plain;
    const made = await tracker.create(draft(asked), attempt());
    expect(made.dropped).toEqual(['label research', 'priority Low', 'assignee Nobody']);
    expect(await tracker.whereTo()).toBe(
      'project ENG (Engineering), as Task, without labels, assignee, priority',
    );
  });

  it('uses the configured issue type, or the first standard one that asks for nothing else', async () => {
    expect(await tracker.whereTo()).toBe('project ENG (Engineering), as Task');
    expect(await trackerWith({ issueType: 'bug' }).whereTo()).toMatch(/as Bug$/);
    jira.screens['10']!.push(field('customfield_1', { name: 'Component', required: true }));
    expect(await tracker.whereTo()).toMatch(/as Bug$/);
    await expect(trackerWith({ issueType: 'Task' }).whereTo()).rejects.toThrow(
      'No issue can be created in ENG: Task asks for "Component". Change that, or set JIRA_ISSUE_TYPE to another type.',
    );
    await expect(trackerWith({ issueType: 'Wish' }).whereTo()).rejects.toThrow(
      'Jira\'s project ENG has no issue type "Wish": set JIRA_ISSUE_TYPE to one of Task, Bug.',
    );
    await trackerWith({ issueType: 'Wish' }).create(draft({ place: 'OPS' }), attempt());
    expect(jira.issues[0]).toMatchObject({ key: 'OPS-1', fields: { issuetype: { id: '11' } } });
  });

  it('offers projects, people and labels, the configured project first', async () => {
    expect(await trackerWith({ project: 'OPS' }).choices()).toEqual({
      places: [
        { id: 'OPS', name: 'Operations (OPS)' },
        { id: 'ENG', name: 'Engineering (ENG)' },
      ],
      labels: ['research'],
      people: [{ id: '5b10-ada', name: 'Ada' }],
    });
    for (const list of ['label', 'user/assignable/search']) {
      jira.server.fail(`GET /rest/api/3/${list}`, { status: 403, body: {} });
    }
    expect(await tracker.choices()).toMatchObject({ labels: [], people: [] });
  });

  it('knows the people who can be assigned by an e-mail address that it shows', async () => {
    const ada = { id: '5b10-ada', name: 'Ada' };
    expect(await tracker.personByEmail('ADA@example.com')).toEqual(ada);
    expect(await tracker.personByEmail('ada@example.co')).toBeUndefined();
    jira.people[0]!.emailAddress = undefined;
    expect(await tracker.personByEmail('ada@example.com')).toBeUndefined();
  });

  it('finds nothing by its link for an issue that has no page', async () => {
    await tracker.create(draft({ recommendationId: undefined, pageUrl: undefined }), attempt());
    jira.index();
    const { recommendationId: _, ...unlinked } = draft();
    expect(await tracker.similar(unlinked)).toMatchObject([{ externalId: 'ENG-1', why: 'title' }]);
    expect(jira.server.count(SEARCH)).toBe(1);
  });

  it('finds what links to the same evidence and what has much the same title, whatever the title holds', async () => {
    await tracker.create(draft(), attempt());
    await tracker.create(draft({ recommendationId: 'rec-10' }), attempt());
    await tracker.create(draft({ recommendationId: 'rec-3', title: 'Another import' }), attempt());
    jira.index();
    const found = await tracker.similar(draft());
    expect(found.map(({ externalId, why }) => [externalId, why])).toEqual([
      ['ENG-1', 'link'],
      ['ENG-2', 'title'],
    ]);
    const injected = '" OR project is not EMPTY) ORDER BY "x\\" ~*?{}[]()';
    const searches = jira.server.count(SEARCH);
    expect(await tracker.similar(draft({ title: injected, recommendationId: 'r' }))).toEqual([]);
    expect(await tracker.similar(draft({ title: '!?', recommendationId: 'r' }))).toEqual([]);
    expect(jira.server.count(SEARCH)).toBe(searches + 3);
  });

  it.each([
    ['started', undefined, 'started'],
    ['completed', undefined, 'completed'],
    ['canceled', undefined, 'canceled'],
    ['duplicate', undefined, 'duplicate'],
    ['completed', { name: 'Declined' }, 'canceled'],
    ['completed', { name: 'Won’t Fix' }, 'canceled'],
    ['completed', { name: 'Fixed' }, 'completed'],
    ['open', { name: 'Duplicate' }, 'open'],
  ] as const)(
    'reads the state by category, why it ended by resolution: %s %j',
    async (to, as, state) => {
      const issue = jira.add();
      jira.move(issue, to, 'Grace');
      if (as) issue.fields.resolution = as;
      const changedBy = 'Grace';
      expect(await tracker.read({ externalId: 'ENG-1' })).toMatchObject({ state, changedBy });
    },
  );

  it('knows a cancelled issue by its status where a project has no resolutions', async () => {
    const issue = jira.add();
    const statusCategory = { key: 'done' };
    issue.fields.status = { id: '7', name: "Won't do", statusCategory };
    expect(await tracker.read({ externalId: 'ENG-1' })).toMatchObject({ state: 'canceled' });
  });

  it('follows an issue by its id when it is moved, and says when it is gone', async () => {
    const issue = jira.add();
    const ref = { externalId: 'ENG-1', nativeId: issue.id };
    jira.moveTo(issue, 'OPS');
    expect(await tracker.read(ref)).toMatchObject({
      externalId: 'OPS-1',
      url: 'https://acme.atlassian.net/browse/OPS-1',
    });
    expect(await tracker.read({ externalId: 'ENG-99' })).toBeUndefined();
    expect(await tracker.read({ externalId: '../myself?x=' })).toBeUndefined();
  });

  it('comments with our id, not for the customers of a service desk, and finds the comment over pages', async () => {
    jira.pageSize = 2;
    const issue = { externalId: 'ENG-1', nativeId: jira.add().id };
    const ours = {
      commentId: attempt().clientId,
      recommendationId: 'rec-1',
      markdown: '**Shipped**',
    };
    const comment = { ...ours, createdAt: new Date() };
    expect(await tracker.hasComment(issue, comment)).toBe(false);
    await tracker.comment(issue, comment);
    const others = { ...comment, commentId: attempt().clientId };
    for (let n = 0; n < 3; n++) await tracker.comment(issue, others);
    expect(await tracker.hasComment(issue, comment)).toBe(true);
    expect(await tracker.hasComment(issue, { ...comment, commentId: 'x' })).toBe(false);
    expect(jira.comments[0]?.properties).toContainEqual({
      key: 'sd.public.comment',
      value: { internal: true },
    });
  });

  it.each(['cut-after', 'hang-after', 'garbled-after', 'cut-before', { status: 502 }] as const)(
    'calls a creation unclear whose answer is lost: %j',
    async (fault) => {
      jira.server.fail(CREATE, fault);
      await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'unclear' });
    },
  );

  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'x-ratelimit-reset': new Date(Date.now() + 300_000).toISOString() }, 200_000],
    [{}, 60_000],
  ])('waits as long as Jira asks: %j', async (headers, atLeastMs) => {
    jira.server.fail(CREATE, { status: 429, headers: headers as Record<string, string> });
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'retry_later', code: 'rate_limited' });
    expect(failure.details.retryAfterMs).toBeGreaterThanOrEqual(atLeastMs);
    expect(failure.details.retryAfterMs).toBeLessThanOrEqual(301_000);
  });

  it.each([
    [301, {}, /Jira answers at another address: check JIRA_URL/],
    [401, {}, /check JIRA_EMAIL and JIRA_API_TOKEN/],
    [403, {}, /give it "Create issues"/],
    [404, {}, /does not show us the project ENG: check JIRA_PROJECT/],
    [400, { errorMessages: ['No\nluck.'] }, /^Jira refused the issue: No luck\.$/],
    [400, { errors: { summary: 'Too long.' } }, /^Jira refused the issue: summary: Too long\.$/],
    [400, '<html>', /^Jira refused the issue: HTTP 400\.$/],
  ])('says what to do about a %i %j', async (status, body, message) => {
    const headers = { location: 'https://evil.example/' };
    jira.server.fail(CREATE, { status, body, headers }, { status, body, headers });
    await expect(tracker.create(draft(), attempt())).rejects.toThrow(message);
    await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'refused' });
    expect(jira.issues).toEqual([]);
  });

  it('is certain that nothing was made where it did not get as far as the creation', async () => {
    const meta = 'GET /rest/api/3/issue/createmeta/ENG/issuetypes';
    for (const fault of ['cut-before', 'garbled-after', { status: 502 }] as const) {
      jira.server.fail(meta, fault);
      await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({
        kind: 'retry_later',
      });
    }
    const nowhere = trackerWith({ apiUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.create(draft(), attempt())).rejects.toMatchObject({
      kind: 'retry_later',
      message: expect.stringContaining('Jira cannot be reached'),
    });
    expect(jira.server.count(CREATE)).toBe(0);
  });

  it('never shows its token in an error', async () => {
    jira.server.fail(CREATE, { status: 500, body: 'oops' });
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    const shown = JSON.stringify({ ...failure, stack: failure.stack, cause: failure.cause });
    const credentials = Buffer.from(`${jira.email}:${jira.token}`).toString('base64');
    expect(shown).not.toContain(jira.token);
    expect(shown).not.toContain(credentials);
  });
});
