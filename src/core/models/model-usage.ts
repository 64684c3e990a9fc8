import { Counter, type Registry } from 'prom-client';

export type ModelTask =
  | 'answer'
  | 'look-up'
  | 'draft-study'
  | 'embed-evidence'
  | 'embed-query'
  | 'read'
  | 'check-urgent'
  | 'code'
  | 'found'
  | 'find-more'
  | 'merge'
  | 'appraise'
  | 'define'
  | 'search-claims'
  | 'search-talks'
  | 'recommend'
  | 'appraise-recommendations'
  | 'check'
  | 'confirm-against'
  | 'tell';

/**
 * Counts calls and tokens of models, for their cost, and the calls that fell back to the built-in
 * method.
 */
export class ModelUsage {
  private readonly calls = new Counter({
    name: 'model_calls_total',
    help: 'Calls of a language or embedding model by task and outcome (ok, or why it failed).',
    labelNames: ['task', 'outcome'] as const,
    registers: [],
  });
  private readonly tokens = new Counter({
    name: 'model_tokens_total',
    help: 'Tokens that models counted, by task and direction.',
    labelNames: ['task', 'direction'] as const,
    registers: [],
  });
  private latest: string | undefined;
  private readonly all = { input: 0, output: 0 };

  /**
   * The result of this process's last call: `ok`, or the reason it failed; undefined before the
   * first.
   */
  get lastOutcome(): string | undefined {
    return this.latest;
  }

  /** Tokens of this process. */
  get byDirection(): { input: number; output: number } {
    return { ...this.all };
  }

  get totalTokens(): number {
    return this.all.input + this.all.output;
  }

  register(registry: Registry): void {
    registry.registerMetric(this.calls);
    registry.registerMetric(this.tokens);
  }

  call(task: ModelTask, outcome: string): void {
    this.latest = outcome;
    this.calls.inc({ task, outcome });
  }

  spent(task: ModelTask, { input, output = 0 }: { input: number; output?: number }): void {
    this.all.input += input;
    this.all.output += output;
    this.tokens.inc({ task, direction: 'input' }, input);
    if (output > 0) this.tokens.inc({ task, direction: 'output' }, output);
  }
}
