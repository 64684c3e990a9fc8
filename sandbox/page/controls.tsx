import type { ReactNode } from 'react';
import { optionsOf } from '../act/field-state.js';
import type { Interactive } from '../block-kit/elements.js';
import type { Confirm, Option } from '../block-kit/text.js';
import { emojify } from './emoji.js';
import { Entry } from './entries.js';
import { isSafeAddress } from './rich-text.js';

type Of<T extends Interactive['type']> = Extract<Interactive, { type: T }>;

/** An element that acts as soon as it is used, in a message, App Home or a modal's section. */
export function Control({ element, blockId }: { element: Interactive; blockId: string }) {
  const ids = { 'data-block': blockId, 'data-action': element.action_id };
  switch (element.type) {
    case 'button':
      return <Button element={element} ids={ids} />;
    case 'icon_button':
      return (
        <button type="button" className="control" data-press="" {...ids}>
          {emojify(element.text.text)}
        </button>
      );
    case 'feedback_buttons':
      return <Feedback element={element} ids={ids} />;
    case 'overflow':
      return (
        <Menu label="More actions" face="⋯" ids={ids} confirm={element.confirm} look="overflow">
          {element.options.map((option) => (
            <Choice key={option.value} option={option} url={option.url} />
          ))}
        </Menu>
      );
    case 'static_select':
      return <Select element={element} ids={ids} />;
    default:
      return (
        <span className="control-live" data-confirm={asData(element)}>
          <Entry element={element} ids={{ ...ids, 'data-live': '' }} />
        </span>
      );
  }
}

type Ids = Record<`data-${string}`, string | undefined>;

function Button({ element, ids }: { element: Of<'button'>; ids: Ids }) {
  const url = element.url && isSafeAddress(element.url) ? element.url : undefined;
  return (
    <button
      type="button"
      className={`control ${element.style ?? ''}`}
      data-press=""
      data-value={element.value}
      data-url={url}
      data-confirm={asData(element)}
      aria-label={element.accessibility_label}
      {...ids}
    >
      {emojify(element.text.text)}
      {url && <span aria-hidden="true"> ↗</span>}
    </button>
  );
}

function Feedback({ element, ids }: { element: Of<'feedback_buttons'>; ids: Ids }) {
  return [element.positive_button, element.negative_button].map((button) => (
    <button
      type="button"
      key={button.value}
      className="control"
      data-press=""
      data-value={button.value}
      {...ids}
    >
      {emojify(button.text.text)}
    </button>
  ));
}

function Select({ element, ids }: { element: Of<'static_select'>; ids: Ids }) {
  const face = element.initial_option ?? element.placeholder;
  const label = face ? ('text' in face && typeof face.text === 'string' ? face.text : '') : '';
  const shown = element.initial_option?.text.text ?? label;
  return (
    <Menu
      label={shown || 'Choose'}
      face={emojify(shown || 'Choose')}
      ids={ids}
      confirm={element.confirm}
    >
      {optionsOf(element).map((option) => (
        <Choice key={option.value} option={option} />
      ))}
    </Menu>
  );
}

/** A custom menu instead of a native select, which would react to every arrow key. */
function Menu(props: {
  label: string;
  face: string;
  ids: Ids;
  confirm: Confirm | undefined;
  look?: string;
  children: ReactNode;
}) {
  return (
    <details
      className={`menu ${props.look ?? 'select'}`}
      data-confirm={asData(props)}
      {...props.ids}
    >
      <summary className="control" aria-label={props.label}>
        {props.face}
      </summary>
      <div className="menu-list">{props.children}</div>
    </details>
  );
}

function Choice({ option, url }: { option: Option; url?: string | undefined }) {
  return (
    <button
      type="button"
      data-choose={option.value}
      data-url={url && isSafeAddress(url) ? url : undefined}
    >
      {emojify(option.text.text)}
      {option.description && <small>{emojify(option.description.text)}</small>}
    </button>
  );
}

/** A confirmation question, encoded for the page's script. */
function asData({
  confirm,
}: { confirm?: Confirm | undefined } | (Interactive & { confirm?: Confirm })) {
  if (!confirm) return undefined;
  return JSON.stringify({
    title: emojify(confirm.title.text),
    text: emojify(confirm.text.text),
    confirm: emojify(confirm.confirm.text),
    deny: emojify(confirm.deny.text),
    style: confirm.style,
  });
}
