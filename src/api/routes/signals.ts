import { listSignals } from '../../signals/list-signals.js';
import { readSignalPacket } from '../../signals/read-signal-packet.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { presentSignalListItem, presentSignalPacket } from '../present/signal.js';
import { Data, Paged } from '../schemas/envelope.js';
import { SignalPath, SignalsQuery } from '../schemas/inputs.js';
import { SignalListItem, SignalPacket } from '../schemas/signal.js';

export const signalsList = endpoint({
  method: 'get',
  path: '/v1/signals',
  id: 'listSignals',
  tag: 'Signals',
  summary: 'List signals',
  description:
    'Newest first by `lastUpdated`. Without `stage`: every signal that is not archived. `total` is omitted on stage-filtered pages.',
  query: SignalsQuery,
  response: Paged(SignalListItem),
  errors: [],
  example: examples.signals,
  async handle({ ctx, query: { stage, trajectory, limit, cursor } }) {
    const scope = { list: 'signals', filter: { stage, trajectory } };
    const after = timeCursor.read(ctx, scope, cursor);
    const page = await listSignals(ctx, {
      limit,
      ...(stage && { stage }),
      ...(trajectory && { trajectory }),
      ...(after && { after }),
    });
    return {
      data: page.rows.map((row) => presentSignalListItem(row, ctx.now)),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const signalRead = endpoint({
  method: 'get',
  path: '/v1/signals/{signalId}',
  id: 'readSignal',
  tag: 'Signals',
  summary: 'Read a signal',
  description:
    'The belief and its confidence, tasters of its quotes, what each study says, the recommended next step and its gaps. All quotes are read at `/v1/evidence` with `signalId`.',
  params: SignalPath,
  response: Data(SignalPacket),
  errors: [404],
  example: examples.signal,
  handle: async ({ ctx, params }) => ({
    data: presentSignalPacket(await readSignalPacket(ctx, params.signalId)),
  }),
});
