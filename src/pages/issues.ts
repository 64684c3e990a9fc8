import type { IssueRow } from '../beliefs/queries/follow-ups.js';
import { type Html, html, linked, webAddress } from './html.js';
import type { Say } from './visit.js';
import { ISSUE_STATES } from './words.js';

/** Linked issues with their state in the tracker. */
export const issueList = (issues: readonly IssueRow[], say: Say): Html =>
  html`<ul class="rows">${issues.map(({ url, externalId, title, state, provider }) => {
    const called = [externalId, title && say(title)].filter(Boolean).join(' ') || url;
    const rest = [
      ...(state ? [ISSUE_STATES[state]] : []),
      ...(provider === 'url' ? [] : [provider]),
    ];
    return html`<li><p dir="auto">${linked(webAddress(url), called)}</p>${rest.length > 0 && html`<p class="lines">${rest.join(' · ')}</p>`}</li>`;
  })}</ul>`;
