import { readFileSync, writeFileSync } from 'node:fs';
import { openapiText } from '../src/api/openapi.js';
import { withCardTable } from './card-table.js';

writeFileSync('openapi.json', openapiText());

const reference = 'docs/reference.md';
writeFileSync(reference, withCardTable(readFileSync(reference, 'utf8')));
