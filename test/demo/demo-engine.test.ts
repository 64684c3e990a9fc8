import { describe, expect, it } from 'vitest';
import { demoTeam } from '../../demo/team.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';

const database = useDatabase();

describe('the demo team after the engine ran over it', () => {
  it('has a few new cards and not a flood: what it was told of earlier is on cards it resolved', async () => {
    const ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => ndjson(demoTeam(ctx.now)));
    const { changes } = await runEngine(ctx, 'everything');
    const opened = changes.filter(({ did, what }) => did === 'opened' && what === 'card');
    expect(opened.map(({ type }) => type).sort()).toEqual([
      'new_recommendation',
      'new_recommendation',
      'research_gap',
      'research_gap',
      'research_gap',
      'research_gap',
      'research_gap',
    ]);
  });
});
