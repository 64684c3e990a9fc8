import type { Command } from './command.js';
import {
  signalKeep,
  signalMerge,
  signalRename,
  signalRetire,
  signalSplit,
  themeMerge,
  themePromote,
  themeRename,
} from './commands/belief.js';
import { signalAddQuote, signalQuotes, signalRejectQuote } from './commands/belief-quotes.js';
import { codebookExport, codebookImport } from './commands/codebook.js';
import { doctor } from './commands/doctor.js';
import { feedback } from './commands/feedback.js';
import { history } from './commands/history.js';
import { ingest } from './commands/ingest.js';
import { jobFailed, jobRetry } from './commands/job.js';
import { keyCreate, keyList, keyRevoke } from './commands/key.js';
import { mcpServe } from './commands/mcp.js';
import { migrate } from './commands/migrate.js';
import { pageLink, pageRevoke } from './commands/page.js';
import { participantErase, participantExport } from './commands/participant.js';
import { refresh } from './commands/refresh.js';
import { settings } from './commands/settings.js';
import { slackInstallLink, slackList } from './commands/slack.js';
import { exportCommand, importCommand } from './commands/snapshot.js';
import { teamCreate, teamList, teamSet } from './commands/team.js';

/** Every command of the operator's command line. */
export const commands: Command[] = [
  teamCreate,
  teamList,
  teamSet,
  settings,
  keyCreate,
  keyList,
  keyRevoke,
  importCommand,
  exportCommand,
  ingest,
  refresh,
  participantExport,
  participantErase,
  feedback,
  slackInstallLink,
  slackList,
  pageLink,
  pageRevoke,
  themeRename,
  themeMerge,
  themePromote,
  signalKeep,
  signalRename,
  signalMerge,
  signalSplit,
  signalRetire,
  signalQuotes,
  signalRejectQuote,
  signalAddQuote,
  codebookExport,
  codebookImport,
  history,
  jobFailed,
  jobRetry,
  mcpServe,
  migrate,
  doctor,
];
