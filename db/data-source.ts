import 'reflect-metadata';
import pg from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { ActionCard } from './entities/action-card.js';
import {
  Analysis,
  ExtractedQuote,
  MergedBelief,
  ModelAnswer,
  ModelDay,
  RejectedQuote,
  StoredCodebookEntry,
} from './entities/analysis.js';
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
import { ApiKey, PageKey, Team } from './entities/team.js';
import {
  Handover,
  IssueQuestion,
  ShipQuestion,
  TrackerDelivery,
  TrackerObject,
  TrackerPush,
  TrackerToken,
  WorkItemComment,
  WorkItemStatus,
} from './entities/work-item.js';
import { TeamsAndKeys1780000000001 } from './migrations/0001-teams-and-keys.js';
import { Research1780000000002 } from './migrations/0002-research.js';
import { Beliefs1780000000003 } from './migrations/0003-beliefs.js';
import { Jobs1780000000004 } from './migrations/0004-jobs.js';
import { Search1780000000005 } from './migrations/0005-search.js';
import { Analysis1780000000006 } from './migrations/0006-analysis.js';
import { Engine1780000000007 } from './migrations/0007-engine.js';
import { Issues1780000000008 } from './migrations/0008-issues.js';
import { Slack1780000000009 } from './migrations/0009-slack.js';
import { Imports1780000000010 } from './migrations/0010-imports.js';
import { ShortFlushes1780000000011 } from './migrations/0011-short-flushes.js';
import { ToldNarratives1780000000012 } from './migrations/0012-told-narratives.js';
import { FactsOverTime1780000000013 } from './migrations/0013-facts-over-time.js';
import { PostedMessagesFollow1780000000014 } from './migrations/0014-posted-messages-follow.js';
import { NamesAtOnce1780000000015 } from './migrations/0015-names-at-once.js';
import { QuestionsInIssues1780000000016 } from './migrations/0016-questions-in-issues.js';
import { Handovers1780000000017 } from './migrations/0017-handovers.js';
import { IssuesOfMessages1780000000018 } from './migrations/0018-issues-of-messages.js';
import { TrackerObjects1780000000019 } from './migrations/0019-tracker-objects.js';
import { WordsCountedAgain1780000000020 } from './migrations/0020-words-counted-again.js';
import { QuestionsOfBeliefs1780000000021 } from './migrations/0021-questions-of-beliefs.js';
import { SearchWordsOfBeliefs1780000000022 } from './migrations/0022-search-words-of-beliefs.js';
import { clientGivingUpAfter, ExplainingPool } from './silent-server.js';

/** Properties are camelCase, columns snake_case, and no column repeats its own name in a decorator. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName || propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

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
  IssueQuestion,
  TrackerToken,
  Handover,
  TrackerObject,
  ExtractedQuote,
  Analysis,
  MergedBelief,
  ModelAnswer,
  ModelDay,
  StoredCodebookEntry,
  RejectedQuote,
  EngineCause,
  EngineMark,
  EngineRun,
  PostShipReceipt,
  PageKey,
];

export const migrations = [
  TeamsAndKeys1780000000001,
  Research1780000000002,
  Beliefs1780000000003,
  Jobs1780000000004,
  Search1780000000005,
  Analysis1780000000006,
  Engine1780000000007,
  Issues1780000000008,
  Slack1780000000009,
  Imports1780000000010,
  ShortFlushes1780000000011,
  ToldNarratives1780000000012,
  FactsOverTime1780000000013,
  PostedMessagesFollow1780000000014,
  NamesAtOnce1780000000015,
  QuestionsInIssues1780000000016,
  Handovers1780000000017,
  IssuesOfMessages1780000000018,
  TrackerObjects1780000000019,
  WordsCountedAgain1780000000020,
  QuestionsOfBeliefs1780000000021,
  SearchWordsOfBeliefs1780000000022,
];

export interface DataSourceOptions {
  url: string;
  /** Maximum number of connections. The embedded database serves all of them from one backend. */
  poolSize?: number;
  applicationName?: string;
  /**
   * Milliseconds after which a statement is canceled. If the server does not cancel it, its connection is closed a
   * little later. 0, the default, sets no limit (imports, migrations).
   */
  statementTimeoutMs?: number;
  /**
   * Sets the timeout with a statement on each new connection instead of a startup parameter, which poolers such as
   * PgBouncer refuse.
   */
  throughPooler?: boolean;
}

/** Milliseconds within which a live server reports that it has canceled a statement. */
const LATE_MS = 5_000;

/** Creates a TypeORM data source for a Postgres URL, native or embedded. It is not connected yet. */
export function createDataSource({
  url,
  poolSize = 10,
  applicationName = 'belief-layer',
  statementTimeoutMs = 0,
  throughPooler = false,
}: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    driver: { ...pg, Pool: ExplainingPool },
    entities,
    migrations,
    namingStrategy: new SnakeCaseColumns(),
    applicationName,
    connectTimeoutMS: 5_000,
    poolErrorHandler: () => {}, // the pool replaces an idle connection that dies; without a handler, the error ends the process
    extra: {
      max: poolSize,
      ...(throughPooler
        ? {
            onConnect: (client: pg.PoolClient) =>
              client.query(`set statement_timeout = ${statementTimeoutMs}`),
          }
        : { statement_timeout: statementTimeoutMs }),
      ...(statementTimeoutMs > 0 && { Client: clientGivingUpAfter(statementTimeoutMs + LATE_MS) }),
    },
  });
}
