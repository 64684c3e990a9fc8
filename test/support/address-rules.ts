import { TRACKERS } from '../../integrations/trackers.js';
import { readConfig } from '../../src/config/config.js';
import { addressRules } from '../../src/issues/adapter.js';

/** Jira knows only the addresses of its configured site. */
const jira = {
  JIRA_URL: 'https://acme.atlassian.net',
  JIRA_EMAIL: 'ada@example.com',
  JIRA_API_TOKEN: 'jira_test',
  JIRA_PROJECT: 'ENG',
};

/** Those of a service without any settings of Linear and GitHub. */
export const ADDRESS_RULES = addressRules(readConfig(jira, TRACKERS).trackers);
