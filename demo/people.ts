import type { DaysAgo } from './days-ago.js';
import type { ParticipantLine } from './snapshot-line.js';

interface Person {
  name: string;
  email?: string;
  contactedDay?: number;
}

/** Twenty-four people who run, staff or keep the books of very small businesses. */
export const people = {
  /** Plumber on her own, Bristol. */
  ines: { name: 'Ines Ferreira', email: 'ines@ferreira-heating.example', contactedDay: 26 },
  /** Roofer with four vans, Swansea. */
  gareth: { name: 'Gareth Pugh', email: 'gareth@pughroofing.example' },
  /** Runs the office of an electrical firm, Nottingham. */
  dawn: { name: 'Dawn Whitlock', email: 'office@whitlock-electrical.example', contactedDay: 40 },
  /** Electrician with two vans, Bradford. */
  mo: { name: 'Mo Akhtar', email: 'mo@akhtarelectric.example' },
  /** Bookkeeper to thirty-one small firms, Leicester. */
  shireen: { name: 'Shireen Patel', email: 'shireen@pateledger.example' },
  /** Hairdresser, Derry. */
  trish: { name: "Trish O'Donnell" },
  /** Joiner, 61, Halifax. */
  len: { name: 'Len Hargreaves' },
  /** Skips and house clearance, Essex. */
  terry: { name: 'Terry Blunt', email: 'terry@bluntskips.example', contactedDay: 119 },
  /** Locksmith, London, nights. */
  kofi: { name: 'Kofi Mensah', email: 'kofi@mensahlocks.example' },
  /** Tiler, Luton. */
  yusuf: { name: 'Yusuf Demir', email: 'yusuf@demirtiling.example' },
  /** Mends appliances, Slough. */
  ollie: { name: 'Ollie Sandhu', email: 'ollie@sandhurepairs.example' },
  /** Window cleaner with a round of 410 houses, Norwich. */
  stu: { name: 'Stu Baker' },
  /** Dispatches six vans of a drainage firm, Wigan. */
  hannah: { name: 'Hannah Boyle', email: 'hannah@boyledrains.example' },
  /** Dog groomer, Milton Keynes. */
  priya: { name: 'Priya Raman', email: 'priya@ramangrooming.example' },
  /** Owns a salon of five chairs, Peckham. */
  ade: { name: 'Adeola Bankole', email: 'ade@bankolehair.example' },
  /** Fits heat pumps, Cardiff. */
  rhys: { name: 'Rhys Morgan', email: 'rhys@morganheatpumps.example' },
  /** Boiler engineer on his own, Kent. */
  nick: { name: 'Nick Farrow' },
  /** Gardener, Fife. */
  callum: { name: 'Callum Reid', email: 'callum@reidgardens.example' },
  /** Does the office for her husband, a plasterer, Carlisle. */
  marge: { name: 'Margaret Tennant', email: 'margaret@tennantplastering.example' },
  /** Upholsterer, Stroud. */
  zofia: { name: 'Zofia Kaminska' },
  /** Chimney sweep, Inverness. */
  fiona: { name: 'Fiona Macrae', email: 'fiona@macraesweep.example', contactedDay: 21.4 },
  /** Painter and decorator, Brighton. */
  joao: { name: 'João Silva', email: 'joao@silvadecorating.example' },
  /** Accountant, Manchester; four of her clients use Kettle. */
  wen: { name: 'Wen Li', email: 'wen@lipractice.example' },
  /** Cleaning company with nine staff, Reading. */
  beata: { name: 'Beata Nowak', email: 'beata@nowakcleaning.example' },
} satisfies Record<string, Person>;

export function participantLines(daysAgo: DaysAgo): ParticipantLine[] {
  return Object.entries<Person>(people).map(([key, { name, email, contactedDay }]) => ({
    resource: 'participant',
    participantId: `p-${key}`,
    displayName: name,
    ...(email !== undefined && { email }),
    ...(contactedDay !== undefined && { lastContactedAt: daysAgo(contactedDay) }),
  }));
}
