import type { ActionsBlock, Button, KnownBlock, PlainTextOption, StaticSelect } from '@slack/types';
import type { CardOptions } from '../blocks/quotes.js';
import { ours } from '../blocks/text.js';
import { allCardActions, type CardAction, cardAction } from './card-actions.js';
import type { CardMaterial } from './card-material.js';

/** A block id that contains the card's id, for elements without room for it, such as menus. */
export const blockId = (cardId: string, version: number, row = 'moves'): string =>
  `${row}/${version}/${cardId}`;

export const cardOfBlock = (id: string): string | undefined => /^[a-z]+\/\d+\/(.+)$/.exec(id)?.[1];

/** The action id of the menu. An option's value is the action id that its button would have. */
export const MENU = 'card.more';

/** Visible controls, including the menu. */
const CONTROLS = 4;

const button = (cardId: string, { action, text }: CardAction, style?: 'primary'): Button => ({
  type: 'button',
  action_id: action,
  text: ours(text),
  value: cardId,
  ...(style ? { style } : {}),
});

const option = ({ action, text, does }: CardAction): PlainTextOption => ({
  value: action,
  text: ours(text),
  description: ours(does),
});

const GROUPS = { recommendation: 'The recommendation', card: 'This card' } as const;

function menu(actions: readonly CardAction[], order: readonly CardAction['about'][]): StaticSelect {
  const groups = order
    .map((about) => ({
      label: ours(GROUPS[about]),
      options: actions.filter((one) => one.about === about).map(option),
    }))
    .filter(({ options }) => options.length > 0);
  return {
    type: 'static_select',
    action_id: MENU,
    placeholder: ours('More…'),
    option_groups: groups,
  };
}

/** At most four controls: the most likely actions, Details, and a menu that describes each of the others. */
export function actionBlocks(material: CardMaterial, options: CardOptions): KnownBlock[] {
  const { actionCardId, type } = material.card;
  const actions = allCardActions(material, options);
  const details = cardAction('card', 'card.details', 'Details', '');
  const fits = actions.length < CONTROLS && !actions.some(({ menuOnly }) => menuOnly);
  const inSight = actions
    .filter(({ menuOnly }) => !menuOnly)
    .slice(0, fits ? CONTROLS - 1 : CONTROLS - 2);
  const rest = actions.filter((one) => !inSight.includes(one));
  // if a fix did not work, validating it comes last
  const order: CardAction['about'][] =
    type === 'fix_contradicted' ? ['card', 'recommendation'] : ['recommendation', 'card'];
  const elements: ActionsBlock['elements'] = [
    ...inSight.map((one, place) =>
      button(actionCardId, one, one.primary && place === 0 ? 'primary' : undefined),
    ),
    button(actionCardId, details),
    ...(rest.length > 0 ? [menu(rest, order)] : []),
  ];
  return [{ type: 'actions', block_id: blockId(actionCardId, options.version), elements }];
}
