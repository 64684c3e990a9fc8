import type { Command } from './command.js';
import {
  signalKeep,
  signalMerge,
  signalRename,
  signalRetire,
  signalSplit,
  themeList,
  themeMerge,
  themePromote,
  themeRename,
} from './commands/belief.js';
import { codebookExport, codebookImport } from './commands/codebook.js';
import { jobFailed, jobRetry, migrate, refresh } from './commands/database.js';
import { doctor } from './commands/doctor.js';
import { feedback, history } from './commands/history.js';
import { ingest } from './commands/ingest.js';
import { mcpServe } from './commands/mcp.js';
import { pageLink, pageRevoke } from './commands/page.js';
import { participantErase, participantExport, participantList } from './commands/participant.js';
import { signalQuestions } from './commands/questions.js';
import { signalAddQuote, signalQuotes, signalRejectQuote } from './commands/quotes.js';
import { slackInstallLink, slackList } from './commands/slack.js';
import { exportCommand, importCommand } from './commands/snapshot.js';
import {
  keyCreate,
  keyList,
  keyRevoke,
  settings,
  teamCreate,
  teamDelete,
  teamList,
  teamSet,
} from './commands/team.js';

/** Every command of the operator's command line. */
export const commands: Command[] = [
  teamCreate,
  teamList,
  teamSet,
  teamDelete,
  settings,
  keyCreate,
  keyList,
  keyRevoke,
  importCommand,
  exportCommand,
  ingest,
  refresh,
  participantList,
  participantExport,
  participantErase,
  feedback,
  slackInstallLink,
  slackList,
  pageLink,
  pageRevoke,
  themeList,
  themeRename,
  themeMerge,
  themePromote,
  signalKeep,
  signalRename,
  signalMerge,
  signalSplit,
  signalRetire,
  signalQuotes,
  signalQuestions,
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
