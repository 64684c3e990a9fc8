import { defineTracker } from '../../src/issues/adapter.js';
import { JIRA_VARIABLES, jiraSettings } from './jira-api.js';
import { jiraAddress } from './jira-issue.js';

/** Jira Cloud. Its client is loaded only if configured. */
export const jira = defineTracker({
  provider: 'jira',
  variables: JIRA_VARIABLES,
  shown: ['JIRA_PROJECT', 'JIRA_ISSUE_TYPE'],
  configure(env) {
    const settings = jiraSettings(env);
    return {
      name: 'Jira',
      ...(settings && { apiUrl: settings.apiUrl ?? settings.siteUrl }),
      address: jiraAddress(settings?.siteUrl),
      credential: 'JIRA_API_TOKEN',
      connect:
        settings &&
        (async ({ publicUrl }) => {
          const { JiraTracker } = await import('./jira-tracker.js');
          return new JiraTracker({ ...settings, publicUrl });
        }),
    };
  },
});
