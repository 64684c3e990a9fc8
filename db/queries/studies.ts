import type { Study } from '../entities/study.js';

export type StudyRow = Pick<
  Study,
  'studyId' | 'name' | 'status' | 'participantCount' | 'themeCount' | 'createdAt'
>;
