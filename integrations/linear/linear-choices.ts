import { z } from 'zod';
import { backLinkWithoutToken } from '../../src/issues/comments.js';
import {
  isSimilarTitle,
  type SimilarIssue,
  type SimilarTo,
  titleSimilarity,
} from '../../src/issues/issue.js';
import type { Choice, IssueChoices } from '../../src/issues/tracker.js';
import { type LinearApi, nodes } from './linear-api.js';
import { PERSON_BY_EMAIL, SIMILAR_ISSUES, TEAM_CHOICES, TEAMS } from './linear-documents.js';
import { presentTracked, TrackedLinearIssue } from './linear-issue.js';

const Teams = z.object({ teams: nodes(z.object({ id: z.string(), name: z.string() })) });
const TeamChoices = z.object({
  team: z.object({ members: nodes(z.object({ id: z.string(), displayName: z.string() })) }),
  issueLabels: nodes(z.object({ name: z.string() })),
});
const Similar = z.object({
  attachments: nodes(z.object({ issue: TrackedLinearIssue })).default({ nodes: [] }),
  searchIssues: nodes(TrackedLinearIssue),
});
const TeamPerson = z.object({ team: TeamChoices.shape.team });
const SHOWN = 5;

export async function linearChoices(api: LinearApi, place?: string): Promise<IssueChoices> {
  const configured = await api.team();
  const teamId = place ?? configured.id;
  const [{ teams }, { team, issueLabels }] = await Promise.all([
    api.request(Teams, TEAMS),
    api.request(TeamChoices, TEAM_CHOICES, { teamId, id: teamId }),
  ]);
  const others = teams.nodes.filter(({ id }) => id !== configured.id);
  return {
    places: [configured, ...others].slice(0, 100),
    labels: [...new Set(issueLabels.nodes.map(({ name }) => name))],
    people: team.members.nodes.map(({ id, displayName }) => ({ id, name: displayName })),
  };
}

export async function linearPerson(
  api: LinearApi,
  email: string,
  place?: string,
): Promise<Choice | undefined> {
  const teamId = place ?? (await api.team()).id;
  const { team } = await api.request(TeamPerson, PERSON_BY_EMAIL, { teamId, email });
  const [person] = team.members.nodes;
  return person && { id: person.id, name: person.displayName };
}

export async function similarLinearIssues(
  api: LinearApi,
  wanted: SimilarTo,
): Promise<SimilarIssue[]> {
  const { title } = wanted;
  const url = backLinkWithoutToken(api.options.publicUrl, wanted);
  const found = await api.request(Similar, SIMILAR_ISSUES, {
    url: url ?? '',
    withToken: `${url}?`,
    hasPage: url !== undefined,
    term: title,
  });
  const linked = found.attachments.nodes.map(({ issue }) => issue);
  const alike = found.searchIssues.nodes
    .filter((issue) => isSimilarTitle(issue.title, title))
    .filter(({ id }) => !linked.some((other) => other.id === id))
    .toSorted((a, b) => titleSimilarity(b.title, title) - titleSimilarity(a.title, title));
  return [
    ...linked.map((issue) => ({ ...presentTracked(issue), why: 'link' as const })),
    ...alike.map((issue) => ({ ...presentTracked(issue), why: 'title' as const })),
  ]
    .filter(({ state }) => state !== 'deleted')
    .slice(0, SHOWN);
}
