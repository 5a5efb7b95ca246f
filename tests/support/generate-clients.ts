/**
 * Generates TypeScript clients from API descriptions, and compiles them together with the calls in tests/clients
 * and tests/console-client.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { root } from '#scripts/program.ts';

export interface GeneratedClients {
  /** The folder that contains the clients and a copy of the calls. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Generates a client for the service with each of the two generators. */
export async function generateClients(document: ApiDocument): Promise<GeneratedClients> {
  const clients = await generateTypedClient(document, 'tests/clients');
  await generateSdk(document, join(clients.folder, 'generated-sdk'));
  return clients;
}

/**
 * Generates types for openapi-fetch.
 * @param calls the folder with the calls
 */
export async function generateTypedClient(document: ApiDocument, calls: string): Promise<GeneratedClients> {
  provideTypeScriptApi();
  // The folder is inside the repository, so that the clients can import the repository's packages.
  const parent = join(root, '.data');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'clients-'));
  await cp(join(root, calls), folder, { recursive: true });
  await generateTypes(document, join(folder, 'generated-types.ts'));
  const remove = () => {
    hooks?.deregister();
    hooks = undefined;
    return rm(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

/** Runs the TypeScript compiler. Returns the compiler's errors, or an empty string if there are none. */
export async function compileClients({ folder }: GeneratedClients): Promise<string> {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--project', folder];
  const run = promisify(execFile)(process.execPath, args);
  return run.then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );
}

async function generateTypes(document: ApiDocument, file: string): Promise<void> {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  await writeFile(file, astToString(await openapiTS(JSON.stringify(document))));
}

async function generateSdk(document: ApiDocument, path: string): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: JSON.parse(JSON.stringify(document)),
    output: { path },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
  });
}

let hooks: ReturnType<typeof registerHooks> | undefined;

/**
 * Lets the generators import the compiler API of TypeScript 6, because TypeScript 7 has no such API. The copy
 * in @ts-morph/common is the only one whose package doesn't also install a `tsc` command.
 */
function provideTypeScriptApi(): void {
  if (hooks) return;
  const common = import.meta.resolve('@ts-morph/common');
  const source = `import common from ${JSON.stringify(common)}; export default common.ts;`;
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
