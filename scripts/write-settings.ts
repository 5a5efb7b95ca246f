/** `npm run settings`: writes the table of settings in docs/operations.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './program.ts';
import { replaceSettingsTable } from './settings-table.ts';

const path = join(root, 'docs/operations.md');
await writeFile(path, replaceSettingsTable(await readFile(path, 'utf8')));
