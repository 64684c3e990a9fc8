import { z } from 'zod';
import { Block } from './block-kit/blocks.js';
import { HomeView, ModalView } from './block-kit/views.js';

type Surface = 'message' | 'modal' | 'home';

const MOST_BLOCKS = { message: 50, modal: 100, home: 100 } as const;

/** Below 11,341, the number of characters of block text in a message that Slack refused. */
const MESSAGE_TEXT_TOTAL = 11_000;

/** Slack splits longer `text` into two messages, which breaks code fences. */
const MESSAGE_TEXT = 4000;

const NOT_IN: Record<Surface, readonly string[]> = {
  message: ['alert'],
  modal: ['carousel', 'markdown', 'context_actions', 'task_card', 'plan', 'container', 'table'],
  home: ['markdown', 'context_actions', 'task_card', 'plan', 'container', 'alert'],
};

/**
 * Lists every violation of Slack's documented Block Kit limits for one surface; empty if Slack would accept the
 * blocks. Each problem is a sentence that starts with its location.
 */
export function checkBlocks(blocks: unknown, surface: Surface): string[] {
  const parsed = z.array(Block).min(1).max(MOST_BLOCKS[surface]).safeParse(blocks);
  if (!parsed.success) return problems(parsed.error, 'blocks');
  return [...checkSet(parsed.data, surface), ...checkTotal(parsed.data, surface)];
}

/** {@link checkBlocks} for a message with its notification text. */
export function checkMessage(message: { text?: unknown; blocks?: unknown }): string[] {
  const found: string[] = [];
  const { text, blocks } = message;
  if (typeof text !== 'string' || text.trim() === '')
    found.push('text is empty, but notifications and screen readers need it.');
  else if (text.length > MESSAGE_TEXT)
    found.push(`text has ${text.length} characters; at most ${MESSAGE_TEXT} are allowed.`);
  return blocks === undefined ? found : [...found, ...checkBlocks(blocks, 'message')];
}

/** {@link checkBlocks} for a modal or an App Home view. */
export function checkView(view: unknown): string[] {
  const kind = z.looseObject({ type: z.enum(['modal', 'home']) }).safeParse(view);
  if (!kind.success) return ['view.type must be "modal" or "home".'];
  const surface = kind.data.type;
  const parsed = (surface === 'modal' ? ModalView : HomeView).safeParse(view);
  if (!parsed.success) return problems(parsed.error, 'view');
  return checkSet(parsed.data.blocks, surface);
}

function checkSet(blocks: Block[], surface: Surface): string[] {
  const seen = new Set<string>();
  return blocks.flatMap((block, index) => {
    const found: string[] = [];
    if (NOT_IN[surface].includes(block.type))
      found.push(`blocks[${index}] is a ${block.type} block, which a ${surface} cannot show.`);
    if (block.block_id !== undefined && seen.has(block.block_id))
      found.push(`blocks[${index}].block_id "${block.block_id}" is used twice.`);
    if (block.block_id !== undefined) seen.add(block.block_id);
    return found;
  });
}

function checkTotal(blocks: Block[], surface: Surface): string[] {
  const total = textLength(blocks);
  return surface === 'message' && total > MESSAGE_TEXT_TOTAL
    ? [`blocks hold ${total} characters of text; at most ${MESSAGE_TEXT_TOTAL} are allowed.`]
    : [];
}

function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, item]) =>
      sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  );
}

function problems(error: z.ZodError, root: string): string[] {
  return error.issues.map((issue) => {
    const place = issue.path.map((key) =>
      typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
    );
    return `${root}${place.join('')}: ${issue.message}.`;
  });
}
