import type { ResearchGap } from '../entities/research-gap.js';

export interface ResearchGapRow extends Omit<ResearchGap, 'teamId'> {
  signalRefNumber: number;
  signalLabel: string;
}
