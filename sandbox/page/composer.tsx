import type { SandboxCommand } from '../options.js';
import { BOT_NAME } from '../people.js';
import { MOST_FILE_BYTES } from '../state/files.js';

interface Props {
  label: string;
  hint: string;
  commands?: readonly SandboxCommand[];
  /** True if the app receives messages written here only when they mention it. */
  needsMention: boolean;
}

/** Input for messages, with attached files. */
export function Composer({ label, hint, commands = [], needsMention }: Props) {
  return (
    <form className="composer">
      {commands.length > 0 && (
        <ul className="commands" hidden>
          {commands.map(({ command, hint: example, description }) => (
            <li key={command}>
              <button type="button" data-command={command}>
                <b>{command}</b> <span>{example}</span>
                <small>{description}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="below" hidden>
        ↓ New messages
      </button>
      <ul className="attached" />
      <button type="button" className="attach" aria-label="Attach a file" title="Attach a file">
        📎
      </button>
      <input type="file" multiple hidden data-most-bytes={MOST_FILE_BYTES} />
      <textarea
        rows={1}
        aria-label={label}
        placeholder={hint}
        maxLength={12_000}
        data-mention={needsMention ? `@${BOT_NAME}` : undefined}
      />
      <button type="submit" className="send" aria-label="Send">
        ➤
      </button>
    </form>
  );
}
