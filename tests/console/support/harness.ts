/** A console in this process: its own database in a folder, members of every role, and the tiny service behind it. */
import { afterAll, beforeAll } from 'vitest';
import { closeFileConnections } from '#lib/files/download.ts';
import { closeStore } from '#lib/store/open.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { prepareStore } from '../../support/prepared-folder.ts';
import { type Person, person } from './members.ts';
import { temporaryFolder, useSettings } from './settings.ts';
import { startTinyService, type TinyService } from './tiny-service.ts';

export interface Harness {
  readonly service: TinyService;
  readonly viewer: Person;
  readonly sender: Person;
  readonly admin: Person;
  /** The settings as they are, with these instead. */
  settings(over: Readonly<Record<string, string | undefined>>): void;
}

/** One for all tests of the file, or of the block, that asks for it; ended after them. */
export function setUpHarness(): Harness {
  let started: Awaited<ReturnType<typeof startHarness>>;
  beforeAll(async () => {
    started = await startHarness();
  });
  afterAll(() => started.close());
  return {
    get service() {
      return started.service;
    },
    get viewer() {
      return started.viewer;
    },
    get sender() {
      return started.sender;
    },
    get admin() {
      return started.admin;
    },
    settings: (over) => started.settings(over),
  };
}

export async function startHarness(): Promise<Harness & { readonly close: () => Promise<void> }> {
  const service = await startTinyService();
  const { folder, remove } = temporaryFolder();
  await prepareStore(folder);
  const settings: Harness['settings'] = (over) =>
    useSettings({
      DIRECTMAIL_BASE_URL: service.origin,
      DIRECTMAIL_BASE_URL_V2: service.origin,
      MAILROOM_DATA: folder,
      ...over,
    });
  settings({});
  return {
    service,
    viewer: await person('viewer'),
    sender: await person('sender'),
    admin: await person('admin'),
    settings,
    close: async () => {
      await closeStore();
      await Promise.all([closeConnections(), closeFileConnections(), service.close(), remove()]);
    },
  };
}
