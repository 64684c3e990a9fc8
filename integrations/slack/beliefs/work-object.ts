import type { EntityCustomField, EntityMetadata } from '@slack/types';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import {
  participantsIn,
  shownName,
  withShownNames,
} from '../../../src/beliefs/participants/shown-name.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import type { Context } from '../../../src/core/context.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { cut } from '../../../src/core/words.js';
import { standing } from '../blocks/belief.js';
import { age } from '../blocks/local-time.js';
import type { Audience } from '../blocks/quotes.js';
import { label } from '../blocks/text.js';
import type { Person } from '../connection/people.js';
import type { Slack } from '../connection/slack.js';
import type { EventHandler, SlackEvent } from '../requests/handlers.js';
import { type Linked, readLinked, subjectOfLink } from './linked.js';
import { aboutStudy, foundIn, standingOfStudy } from './unfurl-blocks.js';

const LONGEST_TEXT = 400;

/** A subject as one of Slack's Work Objects. All text is plain: no field asks Slack for markdown. */
export async function workObject(
  ctx: Context,
  linked: Linked,
  link: string,
  view: Audience,
): Promise<EntityMetadata> {
  const { title, kind, id, fields } = contentOf(linked, view);
  const prose = [title, ...fields.filter(({ verbatim }) => !verbatim).map(({ value }) => value)];
  const people = view.names === 'full' ? [] : await participantsIn(ctx, prose);
  const say = (text: string): string => withShownNames(text, people, view.names);
  const custom = fields.map(
    ({ key, label: name, value, verbatim }): EntityCustomField => ({
      key,
      label: name,
      type: 'string',
      value: verbatim ? value : say(value),
      long: true,
    }),
  );
  return {
    entity_type: 'slack#/entities/item',
    external_ref: { id, type: linked.kind },
    url: pageAddress(view.pages, linked.page) ?? withoutToken(link),
    entity_payload: {
      attributes: {
        title: { text: say(label(title, 200)) },
        display_type: kind,
        product_name: 'Belief Layer',
      },
      custom_fields: custom,
      display_order: custom.map(({ key }) => key),
    },
  };
}

interface Field {
  key: string;
  label: string;
  value: string;
  /** True for a quote, whose names are not replaced. */
  verbatim?: true;
}

interface Content {
  id: string;
  title: string;
  kind: string;
  fields: Field[];
}

function contentOf(linked: Linked, view: Audience): Content {
  switch (linked.kind) {
    case 'signal': {
      const { signal, evidence, counterEvidence } = linked.packet;
      const ref = signalRef(signal.refNumber);
      return {
        id: signal.signalId,
        title: `${ref} ${signal.label}`,
        kind: 'Belief',
        fields: [
          { key: 'standing', label: 'How sure', value: standing(signal, view.now) },
          ...described(signal.description),
          ...quotes('for', 'Said', evidence, view),
          ...quotes('against', 'On the other hand', counterEvidence, view),
        ],
      };
    }
    case 'recommendation': {
      const { recommendation, beliefs } = linked;
      const refs = beliefs.map(({ refNumber, label: name }) => `${signalRef(refNumber)} ${name}`);
      return {
        id: recommendation.recommendationId,
        title: recommendation.title,
        kind: 'Recommendation',
        fields: [
          {
            key: 'standing',
            label: 'State',
            value: `${recommendation.state} · ${recommendation.confidence} confidence`,
          },
          ...described(recommendation.body),
          ...(refs.length > 0
            ? [{ key: 'beliefs', label: 'Based on', value: cut(refs.join('\n'), LONGEST_TEXT) }]
            : []),
        ],
      };
    }
    case 'study': {
      const { readout } = linked;
      return {
        id: readout.study.studyId,
        title: readout.study.name,
        kind: 'Study',
        fields: [
          { key: 'standing', label: 'So far', value: standingOfStudy(readout) },
          ...described(aboutStudy(readout)),
          ...foundIn(readout).map((value, place) => ({
            key: `theme_${place + 1}`,
            label: 'Theme',
            value,
          })),
        ],
      };
    }
  }
}

const described = (text: string): Field[] =>
  text.trim() === ''
    ? []
    : [{ key: 'description', label: 'In short', value: cut(text, LONGEST_TEXT) }];

function quotes(
  key: string,
  name: string,
  rows: readonly EvidenceRow[],
  { showQuotes, names, now }: Audience,
): Field[] {
  if (!showQuotes) return [];
  return rows.map((row, place) => ({
    key: `${key}_${place + 1}`,
    label: name,
    value: `“${cut(row.quote, LONGEST_TEXT)}”\n— ${shownName(row.participantName, names)} · ${label(row.studyName, 80)} · ${age(row.capturedAt, now)}`,
    verbatim: true,
  }));
}

/** The link itself may carry a page's token, which must not appear in anything built from the link. */
function withoutToken(link: string): string {
  const { origin, pathname } = new URL(link);
  return origin + pathname;
}

/** Fills the panel that someone opened from a Work Object; only they can see it. */
export const entityDetails: EventHandler = async (slack, ctx, person, event) => {
  const { trigger_id, channel } = event;
  const link = event.app_unfurl_url ?? event.link?.url ?? event.entity_url ?? '';
  if (!trigger_id) return;
  const subject = subjectOfLink(slack.publicUrl, link);
  const linked = subject && (await readLinked(ctx, subject));
  if (!linked) {
    await slack.client.entity.presentDetails({ trigger_id, error: { status: 'not_found' } });
    return;
  }
  const settings = await readSettings(ctx.db);
  const showQuotes =
    (await isMember(slack, person)) &&
    (channel === undefined ||
      (await slack.channels.showsQuotes(channel, settings).catch(() => false)));
  const view = { now: ctx.now, names: settings.names, showQuotes, pages: ctx.pages };
  const metadata = await workObject(ctx, linked, link, view);
  await slack.client.entity.presentDetails({ trigger_id, metadata });
};

/** True for a full member; false for guests, and if Slack does not say. */
async function isMember(slack: Slack, person: Person): Promise<boolean> {
  const { isKnown, isGuest } = await slack.people.certain(person);
  return isKnown && !isGuest;
}

/** Shows in the panel why it stays empty. */
export async function refuseDetails(
  slack: Slack,
  { trigger_id }: SlackEvent,
  text: string,
): Promise<void> {
  if (!trigger_id) return;
  await slack.client.entity.presentDetails({
    trigger_id,
    error: { status: 'custom', custom_title: 'Belief Layer', custom_message: text },
  });
}
