import type { ActionItem, Confidence } from '../../../db/entities/recommendation.js';
import type { ObjectKind, ObjectState } from '../../../db/entities/work-item.js';
import { strongestFirst } from '../../../db/queries/evidence.js';
import { teamStatement } from '../../../db/statement.js';

export interface LinkKey {
  recommendationId: string;
  normalizedUrl: string;
}

const LINK = `l.recommendation_id as "recommendationId", l.normalized_url as "normalizedUrl"`;

/**
 * The links to issues of recommendations that changed: by $2 signals, $3 themes, $4 recommendations, or all ($5).
 */
export const linksTouched = teamStatement<
  LinkKey,
  [
    signalIds: readonly string[],
    themeIds: readonly string[],
    recommendationIds: readonly string[],
    all: boolean,
  ]
>(
  'trackerObjects.linksTouched',
  `select ${LINK} from work_item_links l
    where l.team_id = $1
      and ($5 or l.recommendation_id = any ($4) or exists (
        select from recommendation_signals rs
         where rs.team_id = $1 and rs.recommendation_id = l.recommendation_id
           and (rs.signal_id = any ($2) or exists (
             select from signal_themes t
              where t.team_id = $1 and t.signal_id = rs.signal_id and t.theme_id = any ($3)))))`,
);

/** The links with a customer request whose quote no longer counts. */
export const linksWithOrphans = teamStatement<LinkKey>(
  'trackerObjects.linksWithOrphans',
  `select distinct ${LINK} from tracker_objects l
    where l.team_id = $1 and l.kind = 'customer_request'
      and not exists (select from evidence e
                       where e.team_id = $1 and e.evidence_id = l.key and e.qualifies)`,
);

export const linksWithObjects = teamStatement<LinkKey>(
  'trackerObjects.linksWithObjects',
  `select distinct ${LINK} from tracker_objects l where l.team_id = $1`,
);

/** A linked issue, with the facts about its recommendation that its objects show. */
export interface KeptLinkRow extends LinkKey {
  url: string;
  externalId: string | null;
  nativeId: string | null;
  title: string;
  confidence: Confidence;
  actionItems: ActionItem[];
  /** True if the recommendation is published and the issue has not ended. */
  isOpen: boolean;
  /** True if this service made the issue. */
  isOurs: boolean;
}

export const keptLink = teamStatement<
  KeptLinkRow,
  [recommendationId: string, normalizedUrl: string]
>(
  'trackerObjects.link',
  `select ${LINK}, coalesce(s.url, l.url) as url, coalesce(s.external_id, l.external_id) as "externalId",
          s.native_id as "nativeId", r.title, r.confidence, r.action_items as "actionItems",
          r.published and coalesce(s.state, 'open') in ('open', 'started') as "isOpen",
          exists (select from tracker_pushes p
                   where p.team_id = $1 and p.recommendation_id = $2 and p.url = l.url) as "isOurs"
     from work_item_links l
     join recommendations r on r.team_id = $1 and r.recommendation_id = l.recommendation_id
     left join work_item_states s on s.team_id = $1
      and s.recommendation_id = l.recommendation_id and s.normalized_url = l.normalized_url
    where l.team_id = $1 and l.recommendation_id = $2 and l.normalized_url = $3`,
);

/** Joins the beliefs of recommendation $2 that were not retired with the themes `link` of their quotes. */
const BELIEFS = `recommendation_signals rs
     join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
      and not (s.archived and s.archive_reason = 'retired')
     join signal_themes link on link.team_id = $1 and link.signal_id = rs.signal_id`;
const SUPPORTS = `((e.kind = 'evidence') = (link.relationship <> 'contradicts'))`;

interface BeliefCounts {
  /** Number of distinct people. */
  people: number;
  against: number;
  isEstablished: boolean;
}

export const beliefCounts = teamStatement<BeliefCounts, [recommendationId: string]>(
  'trackerObjects.beliefCounts',
  `select (count(distinct e.participant_id) filter (where ${SUPPORTS}))::int as people,
          (count(distinct e.participant_id) filter (where not ${SUPPORTS}))::int as against,
          coalesce(bool_or(s.stage = 'established'), false) as "isEstablished"
     from ${BELIEFS}
     join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
    where rs.team_id = $1 and rs.recommendation_id = $2`,
);

/** The codebook keys of the beliefs of recommendation $2. */
export const beliefKeys = teamStatement<{ beliefKey: string }, [recommendationId: string]>(
  'trackerObjects.beliefKeys',
  `select s.belief_key as "beliefKey" from recommendation_signals rs
     join signals s on s.team_id = $1 and s.signal_id = rs.signal_id and not s.archived
    where rs.team_id = $1 and rs.recommendation_id = $2 and s.belief_key is not null
    order by rs.position, rs.signal_id`,
);

export interface RequestQuoteRow {
  evidenceId: string;
  quote: string;
  studyName: string;
  participantName: string;
  email: string | null;
  capturedAt: Date | null;
}

/** The quotes in $3 that support a belief of recommendation $2, strongest first. */
export const supportingQuotes = teamStatement<
  RequestQuoteRow,
  [recommendationId: string, evidenceIds: readonly string[]]
>(
  'trackerObjects.supportingQuotes',
  `select e.evidence_id as "evidenceId", e.quote, st.name as "studyName",
          p.display_name as "participantName", p.email, e.captured_at as "capturedAt"
     from evidence e
     join studies st on st.team_id = $1 and st.study_id = e.study_id
     join participants p on p.team_id = $1 and p.participant_id = e.participant_id
    where e.team_id = $1 and e.evidence_id = any ($3) and e.qualifies
      and exists (select from ${BELIEFS}
                   where rs.team_id = $1 and rs.recommendation_id = $2
                     and link.theme_id = e.theme_id and ${SUPPORTS})
    order by ${strongestFirst}`,
);

export interface ObjectRow {
  objectId: string;
  kind: ObjectKind;
  key: string;
  state: ObjectState;
  contentHash: string | null;
  createdAt: Date;
  turn: number;
  /** Milliseconds since it was sent and may have been added; by the database's clock. */
  sinceSentMs: number | null;
  /** Milliseconds since the tracker refused it. */
  sinceRefusedMs: number | null;
}

const ROW = `object_id as "objectId", kind, key, state, content_hash as "contentHash",
  created_at as "createdAt", turn, (extract(epoch from now() - sent_at) * 1000)::float8 as "sinceSentMs",
  (extract(epoch from now() - refused_at) * 1000)::float8 as "sinceRefusedMs"`;

export const objectsOfLink = teamStatement<
  ObjectRow,
  [recommendationId: string, normalizedUrl: string]
>(
  'trackerObjects.ofLink',
  `select ${ROW} from tracker_objects
    where team_id = $1 and recommendation_id = $2 and normalized_url = $3
    order by kind, created_at, key`,
);

/** Plans the objects of JSON $4 unless the issue already has them, for this recommendation or another. */
export const planObjects = teamStatement<
  ObjectRow,
  [recommendationId: string, normalizedUrl: string, objects: string]
>(
  'trackerObjects.plan',
  `insert into tracker_objects (team_id, recommendation_id, normalized_url, kind, key)
   select $1, $2, $3, o.kind, o.key from jsonb_to_recordset($4::jsonb) as o(kind text, key text)
    order by o.kind, o.key
   on conflict (team_id, normalized_url, kind, key) do nothing
   returning ${ROW}`,
);

type Step = { turn: number };

/**
 * Claims the right to send content with hash $4, for the process that read turn $3; no row if another process has
 * it.
 */
export const sendObject = teamStatement<
  Step,
  [objectId: string, turn: number, contentHash: string]
>(
  'trackerObjects.send',
  `update tracker_objects set state = 'sent', turn = turn + 1, sent_at = now(), content_hash = $4
    where team_id = $1 and object_id = $2 and turn = $3 and state <> 'made'
   returning turn`,
);

/** Records that the sending of turn $3 definitely had no effect. */
export const objectNotSent = teamStatement<Step, [objectId: string, turn: number]>(
  'trackerObjects.notSent',
  `update tracker_objects set state = 'planned', sent_at = null, content_hash = null
    where team_id = $1 and object_id = $2 and turn = $3
   returning turn`,
);

/** Records that the object exists; no row if it is no longer wanted and its row was deleted. */
export const objectMade = teamStatement<{ contentHash: string | null }, [objectId: string]>(
  'trackerObjects.made',
  `update tracker_objects set state = 'made', failure = null where team_id = $1 and object_id = $2
   returning content_hash as "contentHash"`,
);

/** Records that the tracker refused to add the object, and why ($3). */
export const objectRefused = teamStatement<Step, [objectId: string, failure: string]>(
  'trackerObjects.refused',
  `update tracker_objects set state = 'refused', refused_at = now(), failure = $3
    where team_id = $1 and object_id = $2 and state <> 'made'
   returning turn`,
);

/** Stores the hash of the content that the object shows; null while it is unknown. */
export const objectShows = teamStatement<Step, [objectId: string, contentHash: string | null]>(
  'trackerObjects.shows',
  `update tracker_objects set content_hash = $3, failure = null where team_id = $1 and object_id = $2
   returning turn`,
);

/** Records why ($3) an existing object could not be changed or removed. */
export const objectStays = teamStatement<Step, [objectId: string, failure: string]>(
  'trackerObjects.stays',
  `update tracker_objects set failure = $3 where team_id = $1 and object_id = $2
   returning turn`,
);

export const forgetObject = teamStatement<Step, [objectId: string]>(
  'trackerObjects.forget',
  `delete from tracker_objects where team_id = $1 and object_id = $2 returning turn`,
);
