import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBlocks, checkMessage, checkView } from '../../sandbox/index.js';
import { sampleCard, sampleHome, sampleModal } from './sample-blocks.js';

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (more: object = {}) => ({
  type: 'button',
  action_id: 'a',
  text: plain('Go'),
  ...more,
});
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

describe('the Block Kit check', () => {
  it('takes a card, a modal and a Home as the bot sends them', () => {
    expect(checkMessage({ text: 'A card', blocks: sampleCard() })).toEqual([]);
    expect(checkView(sampleModal)).toEqual([]);
    expect(checkView(sampleHome(8))).toEqual([]);
  });

  const limits: [string, (length: number) => object, number][] = [
    ['a section', (length) => section('x'.repeat(length)), 3000],
    ['a header', (length) => ({ type: 'header', text: plain('x'.repeat(length)) }), 150],
    ['a button', (length) => actions(button({ text: plain('x'.repeat(length)) })), 75],
    ['a button value', (length) => actions(button({ value: 'x'.repeat(length) })), 2000],
    ['an action id', (length) => actions(button({ action_id: 'x'.repeat(length) })), 255],
    ['a block id', (length) => ({ type: 'divider', block_id: 'x'.repeat(length) }), 255],
    [
      'a field',
      (length) => ({ type: 'section', fields: [{ type: 'mrkdwn', text: 'x'.repeat(length) }] }),
      2000,
    ],
  ];
  it.each(limits)('holds %s to its documented length', (_, block, most) => {
    fc.assert(
      fc.property(fc.integer({ min: most - 3, max: most + 3 }), (length) => {
        expect(checkBlocks([block(length)], 'message').length === 0).toBe(length <= most);
      }),
    );
  });

  const counts: [string, (count: number) => object, number][] = [
    [
      'elements in actions',
      (count) =>
        actions(...Array.from({ length: count }, (_, i) => button({ action_id: `a${i}` }))),
      25,
    ],
    [
      'elements in a context',
      (count) => ({ type: 'context', elements: Array.from({ length: count }, () => plain('x')) }),
      10,
    ],
    [
      'overflow options',
      (count) =>
        actions({
          type: 'overflow',
          action_id: 'o',
          options: Array.from({ length: count }, (_, i) => ({ text: plain('x'), value: `${i}` })),
        }),
      5,
    ],
  ];
  it.each(counts)('counts %s', (_, block, most) => {
    expect(checkBlocks([block(most)], 'message')).toEqual([]);
    expect(checkBlocks([block(most + 1)], 'message')).toHaveLength(1);
  });

  it('allows 50 blocks in a message and 100 in a Home', () => {
    const dividers = (count: number) => Array.from({ length: count }, () => ({ type: 'divider' }));
    expect(checkBlocks(dividers(50), 'message')).toEqual([]);
    expect(checkBlocks(dividers(51), 'message')).toHaveLength(1);
    expect(checkBlocks(dividers(100), 'home')).toEqual([]);
    expect(checkBlocks(dividers(101), 'home')).toHaveLength(1);
  });

  it('refuses a message whose text as a whole is too long, though each block is short enough', () => {
    const blocks = Array.from({ length: 4 }, () => section('x'.repeat(2900)));
    expect(checkBlocks(blocks, 'message')).toEqual([
      'blocks hold 11600 characters of text; at most 11000 are allowed.',
    ]);
    expect(checkBlocks(blocks, 'home')).toEqual([]);
  });

  it('names the place of every problem', () => {
    expect(checkBlocks([section('fine'), actions(button({ colour: 'red' }))], 'message')).toEqual([
      'blocks[1].elements[0]: Unrecognized key: "colour".',
    ]);
  });

  it('refuses an empty text, ids used twice and blocks that the surface cannot show', () => {
    const twice = { type: 'divider', block_id: 'same' };
    expect(checkBlocks([section('')], 'message')).toHaveLength(1);
    expect(checkBlocks([twice, twice], 'message')).toEqual([
      'blocks[1].block_id "same" is used twice.',
    ]);
    expect(checkBlocks([actions(button(), button())], 'message')).toHaveLength(1);
    expect(checkBlocks([{ type: 'alert' }], 'message')).toHaveLength(1);
    expect(checkBlocks([{ type: 'markdown', text: 'x' }], 'home')).toHaveLength(1);
    expect(checkBlocks([{ type: 'select' }], 'message')).toHaveLength(1);
  });

  it('wants a notification text of at most 4000 characters with every message', () => {
    expect(checkMessage({ blocks: sampleCard() })).toHaveLength(1);
    expect(checkMessage({ text: 'x'.repeat(4000) })).toEqual([]);
    expect(checkMessage({ text: 'x'.repeat(4001) })).toHaveLength(1);
  });

  it('refuses a modal with inputs but no submit button, and a title over 24 characters', () => {
    const { submit: _, ...without } = sampleModal;
    expect(checkView(without)).toEqual([
      'view: must have a submit button, because it holds an input block.',
    ]);
    expect(checkView({ ...sampleModal, title: plain('x'.repeat(25)) })).toHaveLength(1);
    expect(checkView({ type: 'window' })).toEqual(['view.type must be "modal" or "home".']);
  });
});
