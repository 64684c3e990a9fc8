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
