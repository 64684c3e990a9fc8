/** A user that a newcomer can act as. */
export interface Person {
  id: string;
  name: string;
  handle: string;
  email: string;
  title: string;
  timeZone: string;
}

export const TEAM_ID = 'TSANDBOX';
export const APP_ID = 'ASANDBOX';
export const BOT_USER_ID = 'UBELIEFBOT';
export const BOT_ID = 'BBELIEFBOT';
export const BOT_NAME = 'Belief Layer';

/** Both are in this computer's time zone, so that times on the page match its clock. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const PEOPLE: readonly [Person, Person] = [
  {
    id: 'UMAYA',
    name: 'Maya Lindqvist',
    handle: 'maya',
    email: 'maya@sandbox.example',
    title: 'UX researcher',
    timeZone,
  },
  {
    id: 'UTOM',
    name: 'Tom Okafor',
    handle: 'tom',
    email: 'tom@sandbox.example',
    title: 'Product manager',
    timeZone,
  },
];

export const findPerson = (id: string): Person | undefined =>
  PEOPLE.find((person) => person.id === id);

export interface Channel {
  id: string;
  name: string;
  topic: string;
  /** The user of a direct conversation with the bot; absent in a channel. */
  withPerson?: string;
}

export const RESEARCH_CHANNEL: Channel = {
  id: 'CRESEARCH',
  name: 'user-research',
  topic: 'What people told us, and what we do about it',
};

const PRODUCT_CHANNEL: Channel = {
  id: 'CPRODUCT',
  name: 'product-team',
  topic: 'Planning, trade-offs and Friday demos',
};

export const CHANNELS: readonly Channel[] = [RESEARCH_CHANNEL, PRODUCT_CHANNEL];

const DIRECT: readonly Channel[] = PEOPLE.map((person) => ({
  id: `D${person.id.slice(1)}`,
  name: person.handle,
  topic: '',
  withPerson: person.id,
}));

export const findChannel = (id: string): Channel | undefined =>
  [...CHANNELS, ...DIRECT].find((channel) => channel.id === id);

/** The conversation between the bot and one user. */
export const directChannel = (personId: string): Channel | undefined =>
  DIRECT.find((channel) => channel.withPerson === personId);

/** The conversations that one user sees: every channel, and their own with the bot. */
export const channelsOf = (personId: string): Channel[] =>
  [...CHANNELS, directChannel(personId)].filter((channel) => channel !== undefined);
