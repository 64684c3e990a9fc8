import { existsSync } from 'node:fs';
import { TRACKERS } from '../../integrations/trackers.js';
import { type Config, readConfig } from '../config/config.js';

/**
 * Reads the configuration from `process.env`, after loading a `.env` file from the working directory if there is
 * one. Throws ConfigError.
 */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env, TRACKERS);
}

/** `web` serves HTTP, `worker` runs jobs and schedules; `npm start` does both in one process. */
export type Role = 'web' | 'worker';
