import type { ReactNode } from 'react';
import type { SandboxOptions } from '../options.js';
import { BOT_NAME, BOT_USER_ID, type Channel, PEOPLE, type Person } from '../people.js';
import { Avatar, Mark } from './icons.js';

interface SidebarProps {
  viewer: Person;
  channels: Channel[];
  options: SandboxOptions;
  children: ReactNode;
}

/** The channels, the app, and the person the user acts as. */
export function Sidebar(props: SidebarProps) {
  const { teamName, issuesPath } = props.options;
  const rooms = props.channels.filter((channel) => !channel.withPerson);
  const app = props.channels.find((channel) => channel.withPerson)!;
  return (
    <nav aria-label="Conversations">
      <div className="team">
        <span className="team-mark">
          <Mark />
        </span>
        <div>
          <strong>{teamName}</strong>
          <small>Sandbox on this computer</small>
        </div>
      </div>
      <h2>Channels</h2>
      {rooms.map((channel) => (
        <button type="button" key={channel.id} data-open={channel.id}>
          <span aria-hidden="true">#</span> {channel.name}
        </button>
      ))}
      <h2>Apps</h2>
      <button type="button" data-open={app.id}>
        <Avatar id={BOT_USER_ID} /> {BOT_NAME}
      </button>
      {issuesPath && (
        <a href={issuesPath}>
          <span aria-hidden="true">◎</span> Issues
        </a>
      )}
      {props.children}
      <section className="people" aria-label="Acting as">
        <h2>Acting as</h2>
        {PEOPLE.map((person) => (
          <a
            key={person.id}
            href={`?as=${person.id}`}
            aria-current={person.id === props.viewer.id ? 'true' : undefined}
          >
            <Avatar id={person.id} />
            <span>
              {person.name}
              <small>{person.title}</small>
            </span>
          </a>
        ))}
      </section>
    </nav>
  );
}
