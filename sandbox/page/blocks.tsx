import type { Block as ShownBlock } from 'slack-blocks-to-jsx';
import type { Block } from '../block-kit/blocks.js';
import type { Person } from '../people.js';
import { Control } from './controls.js';
import { emojify } from './emoji.js';
import { Entry } from './entries.js';
import { Shown, Text } from './rich-text.js';

interface Shared {
  viewer: Person;
  /** Errors on inputs, by block id. */
  errors?: Record<string, string>;
}

/** Blocks of a message, modal or App Home, with working controls. */
export function Blocks({ blocks, ...shared }: { blocks: Block[] } & Shared) {
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        <div className={`block block-${block.type}`} key={block.block_id ?? index}>
          <One block={block} {...shared} />
        </div>
      ))}
    </div>
  );
}

type Of<T extends Block['type']> = Extract<Block, { type: T }>;

function One({ block, viewer, errors }: { block: Block } & Shared) {
  switch (block.type) {
    case 'header':
      return <h3>{emojify(block.text.text)}</h3>;
    case 'divider':
      return <hr />;
    case 'section':
      return <Section block={block} viewer={viewer} />;
    case 'context':
      return block.elements.map((element, index) =>
        element.type === 'image' ? (
          <img key={`${index}`} src={element.image_url} alt={element.alt_text} />
        ) : (
          <Text key={`${index}`} text={element} viewer={viewer} />
        ),
      );
    case 'actions':
    case 'context_actions':
      return <Controls elements={block.elements} blockId={block.block_id ?? ''} />;
    case 'input':
      return <Input block={block} error={errors?.[block.block_id ?? '']} />;
    case 'card':
      return (
        <>
          <Shown blocks={[drawn({ ...block, actions: undefined })]} viewer={viewer} />
          <Controls elements={block.actions ?? []} blockId={block.block_id ?? ''} />
        </>
      );
    default:
      return <Shown blocks={[drawn(block)]} viewer={viewer} />;
  }
}

/** Casts checked blocks to the renderer's types, which differ only in spelling. */
const drawn = (block: object): ShownBlock => block as ShownBlock;

function Controls({
  elements,
  blockId,
}: {
  elements: Of<'actions' | 'context_actions'>['elements'];
  blockId: string;
}) {
  return elements.map((element, index) => (
    <Control key={element.action_id ?? index} element={element} blockId={blockId} />
  ));
}

function Section({ block, viewer }: { block: Of<'section'>; viewer: Person }) {
  const { accessory } = block;
  return (
    <>
      <div className="section-text">
        {block.text && <Text text={block.text} viewer={viewer} />}
        {block.fields && (
          <div className="fields">
            {block.fields.map((field, index) => (
              <Text key={`${index}`} text={field} viewer={viewer} />
            ))}
          </div>
        )}
      </div>
      {accessory?.type === 'image' && <img src={accessory.image_url} alt={accessory.alt_text} />}
      {accessory && accessory.type !== 'image' && (
        <div className="accessory">
          <Control element={accessory} blockId={block.block_id ?? ''} />
        </div>
      )}
    </>
  );
}

function Input({ block, error }: { block: Of<'input'>; error: string | undefined }) {
  const id = `input-${block.block_id}`;
  const grouped = ['radio_buttons', 'checkboxes', 'multi_static_select', 'multi_users_select'];
  const Label = grouped.includes(block.element.type) ? 'div' : 'label';
  const ids = {
    id,
    'data-block': block.block_id,
    'data-action': block.element.action_id,
    'data-live': block.dispatch_action ? '' : undefined,
    'aria-describedby': `${id}-notes`,
    'aria-labelledby': `${id}-label`,
    'aria-invalid': error ? 'true' : undefined,
  };
  return (
    <>
      <Label id={`${id}-label`} {...(Label === 'label' && { htmlFor: id })} className="input-label">
        {emojify(block.label.text)}
        {block.optional && <span className="optional"> (optional)</span>}
      </Label>
      <Entry element={block.element} ids={ids} />
      <div id={`${id}-notes`}>
        {error && <p className="input-error">{error}</p>}
        {block.hint && <p className="input-hint">{emojify(block.hint.text)}</p>}
      </div>
    </>
  );
}
