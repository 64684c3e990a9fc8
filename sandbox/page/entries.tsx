import { optionsOf } from '../act/field-state.js';
import type { Interactive } from '../block-kit/elements.js';
import type { Option } from '../block-kit/text.js';
import { CHANNELS, PEOPLE } from '../people.js';
import { emojify } from './emoji.js';

type Ids = Record<`data-${string}` | `aria-${string}` | 'id', string | undefined>;

interface Item {
  value: string;
  label: string;
  note?: string | undefined;
}

const PEOPLE_ITEMS: Item[] = PEOPLE.map(({ id, name }) => ({ value: id, label: name }));
const CHANNEL_ITEMS: Item[] = CHANNELS.map(({ id, name }) => ({ value: id, label: `#${name}` }));

/** A control that holds a value until it is read; `data-entry` tells the page how to read it. */
export function Entry({ element, ids }: { element: Interactive; ids: Partial<Ids> }) {
  const common = {
    ...ids,
    'data-entry': element.type,
    placeholder: 'placeholder' in element ? emojify(element.placeholder?.text ?? '') : '',
    'data-focus': 'focus_on_load' in element && element.focus_on_load ? '' : undefined,
  };
  switch (element.type) {
    case 'plain_text_input': {
      const shared = {
        ...common,
        defaultValue: element.initial_value,
        minLength: element.min_length,
        maxLength: element.max_length ?? 3000,
      };
      return element.multiline ? (
        <textarea rows={4} {...shared} />
      ) : (
        <input type="text" autoComplete="off" {...shared} />
      );
    }
    case 'email_text_input':
      return <input type="email" {...common} defaultValue={element.initial_value} />;
    case 'url_text_input':
      return <input type="url" {...common} defaultValue={element.initial_value} />;
    case 'number_input':
      return (
        <input
          type="number"
          {...common}
          step={element.is_decimal_allowed ? 'any' : 1}
          min={element.min_value}
          max={element.max_value}
          defaultValue={element.initial_value}
        />
      );
    case 'datepicker':
      return <input type="date" {...common} defaultValue={element.initial_date} />;
    case 'timepicker':
      return <input type="time" {...common} defaultValue={element.initial_time} />;
    case 'datetimepicker':
      return <input type="datetime-local" {...common} data-seconds={element.initial_date_time} />;
    case 'static_select':
      return (
        <Pick
          ids={common}
          items={items(optionsOf(element))}
          chosen={element.initial_option?.value}
        />
      );
    case 'users_select':
      return <Pick ids={common} items={PEOPLE_ITEMS} chosen={element.initial_user} />;
    case 'channels_select':
      return <Pick ids={common} items={CHANNEL_ITEMS} chosen={element.initial_channel} />;
    case 'conversations_select':
      return <Pick ids={common} items={CHANNEL_ITEMS} chosen={element.initial_conversation} />;
    case 'external_select':
      return (
        <span className="external">
          <input
            type="search"
            {...common}
            autoComplete="off"
            defaultValue={element.initial_option?.text.text}
            data-chosen={element.initial_option && JSON.stringify(element.initial_option)}
          />
          <span className="menu-list" hidden />
        </span>
      );
    case 'multi_users_select':
      return <Tick ids={common} items={PEOPLE_ITEMS} chosen={element.initial_users ?? []} />;
    case 'radio_buttons': {
      const chosen = element.initial_option ? [element.initial_option.value] : [];
      return <Tick ids={common} items={items(element.options)} chosen={chosen} one />;
    }
    case 'checkboxes':
    case 'multi_static_select': {
      const chosen = (element.initial_options ?? []).map((option) => option.value);
      return <Tick ids={common} items={items(optionsOf(element))} chosen={chosen} />;
    }
    default:
      return null;
  }
}

const items = (options: Option[]): Item[] =>
  options.map((option) => ({
    value: option.value,
    label: emojify(option.text.text),
    note: option.description && emojify(option.description.text),
  }));

type Common = Partial<Ids> & { placeholder: string };

function Pick(props: { ids: Common; items: Item[]; chosen: string | undefined }) {
  const { placeholder, ...ids } = props.ids;
  return (
    <select {...ids} defaultValue={props.chosen ?? ''}>
      <option value="">{placeholder || 'Choose'}</option>
      {props.items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </select>
  );
}

function Tick(props: { ids: Common; items: Item[]; chosen: string[]; one?: boolean }) {
  const { placeholder: _, ...ids } = props.ids;
  const name = `${ids['data-block']}/${ids['data-action']}`;
  return (
    <fieldset className="ticks" {...ids}>
      {props.items.map((item) => (
        <label key={item.value}>
          <input
            type={props.one ? 'radio' : 'checkbox'}
            name={name}
            value={item.value}
            defaultChecked={props.chosen.includes(item.value)}
          />
          <span>
            {item.label}
            {item.note && <small>{item.note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
