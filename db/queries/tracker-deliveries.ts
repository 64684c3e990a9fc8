import { systemStatement, teamStatement } from '../statement.js';

/** A delivery of tracker $2 with id $3 and the SHA-256 $4 of its bytes; no row where it was here before. */
export const addDelivery = teamStatement<{ deliveryId: string }>(
  'trackerDeliveries.add',
  `insert into tracker_deliveries (team_id, tracker, delivery_id, body_hash) values ($1, $2, $3, $4)
   on conflict do nothing
   returning delivery_id as "deliveryId"`,
);

/** What is older than any tracker repeats; a repetition of it is old news by the tracker's clock. */
export const forgetDeliveries = systemStatement(
  'trackerDeliveries.forget',
  `delete from tracker_deliveries where received_at < now() - interval '30 days'`,
);
