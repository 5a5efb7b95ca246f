/** Lints API descriptions with Spectral and Redocly, the two most common linters. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';

/** Runs both linters. Returns one line for each error, warning, or hint. */
export async function lintApiDescription(document: ApiDocument): Promise<string[]> {
  const found = await Promise.all([lintWithSpectral(document), lintWithRedocly(document)]);
  return found.flat();
}

/** The Spectral rules that we don't follow. All other rules apply, not only the recommended ones. */
const RULES_OFF = {
  // The tags follow the order in the interface's documentation.
  'openapi-tags-alphabetical': 'off',
  // The customer update and the template update share a path but belong to two groups.
  'operation-singular-tag': 'off',
  // Neither the console nor the service knows its operator's email address.
  'contact-properties': 'off',
  // The license isn't published, so it has no URL.
  'license-url': 'off',
} as const;

async function lintWithSpectral(document: ApiDocument): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'all']], rules: RULES_OFF });
  // Spectral changes the document, so Spectral gets a copy.
  const problems = await spectral.run(JSON.parse(JSON.stringify(document)));
  return problems.map(({ code, path, message }) => `Spectral ${code}: ${path.join('.')}: ${message}`);
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

async function lintWithRedocly(document: ApiDocument): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-api-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const { problems }: RedoclyReport = JSON.parse(await runRedocly(file));
    return problems.map(
      ({ ruleId, location, message }) => `Redocly ${ruleId}: ${location[0]?.pointer}: ${message}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runRedocly(file: string): Promise<string> {
  const args = [
    fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')),
    'lint',
    file,
    '--extends=recommended',
    '--format=json',
    '--max-problems=1000',
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, args, { env, maxBuffer: 10_000_000 });
  // If Redocly finds an error, it exits with status 1, but the report on stdout is still complete.
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  return stdout;
}
