import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { Study } from '../../db/entities/study.js';
import { createModels } from '../../integrations/models/index.js';
import { draftStudy } from '../../src/beliefs/research-gaps/draft-study.js';
import { fillDraftedStudy } from '../../src/beliefs/research-gaps/fill-drafted-study.js';
import type { Context } from '../../src/core/context.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { FakeModelServer } from './fake-model-server.js';

const database = useDatabase();
const server = new FakeModelServer();
beforeAll(() => server.start());
afterEach(() => server.reset());
afterAll(() => server.stop());

async function drafted(
  models?: Context['models'],
  lines: readonly object[] = smallTeam(),
): Promise<Study> {
  const ctx = database.context(await database.createTeam(), models ? { models } : {});
  await importSnapshot(ctx, () => ndjson(lines));
  const { studyId } = await draftStudy(ctx, 'g1');
  const [job] = await ctx.db.find(Job, { kind: fillDraftedStudy.kind });
  await fillDraftedStudy.run(ctx, job?.payload);
  return (await ctx.db.findOne(Study, { studyId })) as Study;
}
const withModel = (lines?: readonly object[]) =>
  drafted(
    createModels({ llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: server.url } }),
    lines,
  );

describe('a drafted study', () => {
  it('takes its objective and learning targets from the model where one is configured', async () => {
    server.write = () => ({
      objective: 'Find out who else waits for invoices.',
      questions: ['When did an invoice last come late?', 'What do “Invoices come late” people do?'],
    });
    expect(await withModel()).toMatchObject({
      objective: 'Find out who else waits for invoices.',
      learningTargets: [
        {
          targetId: 'target-1',
          question: 'When did an invoice last come late?',
          priority: 'primary',
        },
        { targetId: 'target-2', priority: 'secondary' },
      ],
    });
  });

  it('names participants to the model by numbers, and again in what it writes', async () => {
    const lines = (smallTeam() as { resource: string; label?: string }[]).map((line) =>
      line.resource === 'signal' ? { ...line, label: `${line.label}, as for Tomas` } : line,
    );
    server.write = () => ({
      objective: 'Find out what is different for Participant 1.',
      questions: ['What did you do first?'],
    });
    const { objective } = await withModel(lines);
    const sent = JSON.stringify(server.requests);
    expect(sent).not.toContain('Tomas');
    expect(sent).toContain(', as for Participant 1');
    expect(objective).toBe('Find out what is different for Tomas.');
  });

  it('keeps nothing that quotes what nobody said', async () => {
    server.write = () => ({
      objective: 'Understand late invoices.',
      questions: ['Why did they say "I hate invoices"?', 'What happens next?'],
    });
    const { learningTargets } = await withModel();
    expect(learningTargets.map(({ question }) => question)).toEqual(['What happens next?']);
  });

  it.each([
    ['is down', () => ({ status: 500 })],
    ['writes rubbish', () => ({ text: 'Sure! Here is your plan.' })],
  ])('is assembled from the gap where the model %s', async (_, behaviour) => {
    server.behaviour = behaviour();
    const study = await withModel();
    const builtIn = await drafted();
    expect(server.requests.length).toBeGreaterThan(0);
    expect(study.objective).toBe(builtIn.objective);
    expect(study.learningTargets).toEqual(builtIn.learningTargets);
  });

  it('is assembled from the gap where the model only quotes what nobody said', async () => {
    server.write = () => ({ objective: 'They said "never again".', questions: ['Why?'] });
    expect((await withModel()).objective).toBe((await drafted()).objective);
  });
});
