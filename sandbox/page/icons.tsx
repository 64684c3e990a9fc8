import { BOT_USER_ID, findPerson } from '../people.js';

/** A user's initials on their own color, or the bot's logo. */
export function Avatar({ id }: { id: string }) {
  if (id === BOT_USER_ID)
    return (
      <span className="avatar avatar-bot" aria-hidden="true">
        <Mark />
      </span>
    );
  const initials = (findPerson(id)?.name ?? '?')
    .split(' ')
    .map((word) => word[0])
    .join('');
  return (
    <span className={`avatar avatar-${id.toLowerCase()}`} aria-hidden="true">
      {initials}
    </span>
  );
}

/** The logo: three layers, the top one solid, for evidence under belief. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="100%" height="100%" aria-hidden="true" focusable="false">
      <path d="M12 3.5 20.5 8 12 12.5 3.5 8z" fill="currentColor" />
      <path
        d="m4.5 11.8 7.5 4 7.5-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".75"
      />
      <path
        d="m4.5 15.8 7.5 4 7.5-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".45"
      />
    </svg>
  );
}
