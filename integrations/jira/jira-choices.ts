import { z } from 'zod';
import { backLinkWithoutToken } from '../../src/issues/comments.js';
import {
  isSimilarTitle,
  type SimilarIssue,
  type SimilarTo,
  titleSimilarity,
} from '../../src/issues/issue.js';
import type { Choice, IssueChoices } from '../../src/issues/tracker.js';
import { isRefused } from '../../src/issues/tracker-failure.js';
import { type JiraApi, jqlText } from './jira-api.js';
import { LABEL, presentTracked, TrackedJiraIssue } from './jira-issue.js';
import { People } from './jira-new-issue.js';

const MOST = 100;
const SHOWN = 5;
/** Number of words of a title that are searched for. */
const WORDS = 10;

const Projects = z.object({ values: z.array(z.object({ key: z.string(), name: z.string() })) });
const Labels = z.object({ values: z.array(z.string()) });
const Found = z.object({ issues: z.array(TrackedJiraIssue).default([]) });

export async function jiraChoices(api: JiraApi, place?: string): Promise<IssueChoices> {
  const configured = api.options.project;
  const project = place ?? configured;
  const assignable = new URLSearchParams({ project, maxResults: `${MOST}` });
  const [projects, labels, people] = await Promise.all([
    api.read(Projects, `/project/search?action=create&orderBy=name&maxResults=${MOST}`),
    listed(api.read(Labels, `/label?maxResults=${MOST}`), { values: [] }),
    listed(api.read(People, `/user/assignable/search?${assignable}`, { project }), []),
  ]);
  const places = projects.values.map(({ key, name }) => ({ id: key, name: `${name} (${key})` }));
  const own = places.find(({ id }) => id === configured) ?? { id: configured, name: configured };
  return {
    places: [own, ...places.filter(({ id }) => id !== configured)].slice(0, MOST),
    labels: labels.values.filter((label) => label !== LABEL),
    people: people
      .filter(({ active, accountType = 'atlassian' }) => active && accountType === 'atlassian')
      .map(({ accountId, displayName }) => ({ id: accountId, name: displayName })),
  };
}

/** A person is found only if the account may see their email address. */
export async function jiraPerson(
  api: JiraApi,
  email: string,
  place?: string,
): Promise<Choice | undefined> {
  const project = place ?? api.options.project;
  const search = new URLSearchParams({ project, query: email, maxResults: '10' });
  const people = await api.read(People, `/user/assignable/search?${search}`, { project });
  const known = people.find(
    ({ emailAddress, active }) => active && emailAddress?.toLowerCase() === email.toLowerCase(),
  );
  return known && { id: known.accountId, name: known.displayName };
}

/** Returns `empty` if the account may not read the list; throws any other failure. */
const listed = <T>(list: Promise<T>, empty: T): Promise<T> =>
  list.catch((error: unknown) => {
    if (isRefused(error)) return empty;
    throw error;
  });

export async function similarJiraIssues(api: JiraApi, wanted: SimilarTo): Promise<SimilarIssue[]> {
  const { title } = wanted;
  const project = wanted.place ?? api.options.project;
  const { siteUrl, publicUrl } = api.options;
  const fields = ['summary', 'status', 'resolution', 'updated'];
  const search = async (jql: string): Promise<SimilarIssue[]> => {
    const body = { jql, fields, maxResults: MOST };
    const { issues } = await api.read(Found, '/search/jql', { body, project });
    return issues.map((issue) => ({ ...presentTracked(issue, siteUrl), why: 'title' }));
  };
  const globalId = backLinkWithoutToken(publicUrl, wanted);
  const words = [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))].slice(0, WORDS);
  const anyWord = words.map((word) => `summary ~ ${jqlText(word)}`).join(' OR ');
  const [linked, alike] = await Promise.all([
    globalId === undefined
      ? []
      : listed(search(`issue in issuesWithRemoteLinksByGlobalId(${jqlText(globalId)})`), []),
    words.length > 0
      ? search(`project = ${jqlText(project)} AND (${anyWord}) ORDER BY updated DESC`)
      : [],
  ]);
  const others = alike
    .filter((issue) => isSimilarTitle(issue.title, title))
    .filter(({ nativeId }) => !linked.some((other) => other.nativeId === nativeId))
    .toSorted((a, b) => titleSimilarity(b.title, title) - titleSimilarity(a.title, title));
  return [...linked.map((issue) => ({ ...issue, why: 'link' as const })), ...others].slice(
    0,
    SHOWN,
  );
}
