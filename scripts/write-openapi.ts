import { writeFileSync } from 'node:fs';
import { openapiText } from '../src/api/openapi.js';

writeFileSync('openapi.json', openapiText());
