import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ActionCard } from './entities/action-card.js';
import { Analysis, ExtractedQuote, MergedBelief } from './entities/analysis.js';
import { EngineCause, EngineMark, EngineRun, PostShipReceipt } from './entities/engine.js';
import { Evidence, Theme } from './entities/evidence.js';
import { HistoryEntry } from './entities/history-entry.js';
import { Job, JobRun } from './entities/job.js';
import { Recommendation, RecommendationSignal, WorkItemLink } from './entities/recommendation.js';
import { ResearchGap } from './entities/research-gap.js';
import { Signal, SignalTheme } from './entities/signal.js';
import {
  SlackAnswer,
  SlackDraft,
  SlackFeedback,
  SlackMessage,
  SlackRequest,
  SlackWorkspace,
} from './entities/slack.js';
import { SourceFile } from './entities/source-file.js';
import { SourceItem } from './entities/source-item.js';
import { Participant, Study } from './entities/study.js';
import { ApiKey, Team } from './entities/team.js';
import { TrackerPush } from './entities/tracker-push.js';
import {
  ShipQuestion,
  TrackerDelivery,
  WorkItemComment,
  WorkItemStatus,
} from './entities/work-item.js';
import { TeamsAndKeys1763600000001 } from './migrations/0001-teams-and-keys.js';
import { Research1763600000002 } from './migrations/0002-research.js';
import { Actions1763600000003 } from './migrations/0003-actions.js';
import { Jobs1763600000004 } from './migrations/0004-jobs.js';
import { Slack1763600000005 } from './migrations/0005-slack.js';
import { TrackerPushes1763600000006 } from './migrations/0006-tracker-pushes.js';
import { Search1763600000007 } from './migrations/0007-search.js';
import { SlackAnswers1763600000008 } from './migrations/0008-slack-answers.js';
import { KeyChanges1763600000010 } from './migrations/0010-key-changes.js';
import { CoveringEvidenceIndexes1763600000011 } from './migrations/0011-covering-evidence-indexes.js';
import { EvidenceFacts1763600000012 } from './migrations/0012-evidence-facts.js';
import { FirstQuotesAndTotals1763600000013 } from './migrations/0013-first-quotes-and-totals.js';
import { ListTotals1763600000014 } from './migrations/0014-list-totals.js';
import { Surroundings1763600000015 } from './migrations/0015-surroundings.js';
import { SourceFiles1763600000016 } from './migrations/0016-source-files.js';
import { Analysis1763600000017 } from './migrations/0017-analysis.js';
import { Engine1763600000018 } from './migrations/0018-engine.js';
import { WorkItems1763600000019 } from './migrations/0019-work-items.js';
import { SlackQuiet1763600000020 } from './migrations/0020-slack-quiet.js';
import { SlackWorkspaces1763600000021 } from './migrations/0021-slack-workspaces.js';
import { ParticipantNames1763600000022 } from './migrations/0022-participant-names.js';
import { StateBeforeGone1763600000024 } from './migrations/0024-state-before-gone.js';
import { SnakeCaseColumns } from './naming.js';
import { clientGivingUpAfter } from './silent-server.js';

export const entities = [
  Team,
  ApiKey,
  Participant,
  Study,
  SourceItem,
  SourceFile,
  Theme,
  Evidence,
  Signal,
  SignalTheme,
  Recommendation,
  RecommendationSignal,
  WorkItemLink,
  ResearchGap,
  ActionCard,
  HistoryEntry,
  Job,
  JobRun,
  SlackMessage,
  SlackRequest,
  SlackAnswer,
  SlackWorkspace,
  SlackFeedback,
  SlackDraft,
  TrackerPush,
  WorkItemStatus,
  TrackerDelivery,
  WorkItemComment,
  ShipQuestion,
  ExtractedQuote,
  Analysis,
  MergedBelief,
  EngineCause,
  EngineMark,
  EngineRun,
  PostShipReceipt,
];

export const migrations = [
  TeamsAndKeys1763600000001,
  Research1763600000002,
  Actions1763600000003,
  Jobs1763600000004,
  Slack1763600000005,
  TrackerPushes1763600000006,
  Search1763600000007,
  SlackAnswers1763600000008,
  KeyChanges1763600000010,
  CoveringEvidenceIndexes1763600000011,
  EvidenceFacts1763600000012,
  FirstQuotesAndTotals1763600000013,
  ListTotals1763600000014,
  Surroundings1763600000015,
  SourceFiles1763600000016,
  Analysis1763600000017,
  Engine1763600000018,
  WorkItems1763600000019,
  SlackQuiet1763600000020,
  SlackWorkspaces1763600000021,
  ParticipantNames1763600000022,
  StateBeforeGone1763600000024,
];

export interface DataSourceOptions {
  url: string;
  /** Connections at most; the embedded database serves them all from one backend. */
  poolSize?: number;
  applicationName?: string;
  /**
   * A statement that takes longer is ended, in milliseconds, and a little later its connection where the server did
   * not do it; 0, the default, lets it run (imports, migrations).
   */
  statementTimeoutMs?: number;
}

/** What a server that lives may take to say that it ended a statement. */
const LATE_MS = 5_000;

/** A TypeORM data source over one Postgres URL, native or embedded; not yet connected. */
export function createDataSource({
  url,
  poolSize = 10,
  applicationName = 'belief-layer',
  statementTimeoutMs = 0,
}: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations,
    namingStrategy: new SnakeCaseColumns(),
    applicationName,
    connectTimeoutMS: 5_000,
    poolErrorHandler: () => {}, // an idle connection that dies is replaced by the pool; without a handler it ends the process
    extra: {
      max: poolSize,
      statement_timeout: statementTimeoutMs,
      ...(statementTimeoutMs > 0 && { Client: clientGivingUpAfter(statementTimeoutMs + LATE_MS) }),
    },
  });
}
