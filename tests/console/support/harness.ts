/**
 * Runs a console in the test's process, with a database folder, one member per role, and a tiny mail service.
 */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeFileConnections } from '#lib/files/download.ts';
import { allRecorded, startLearning } from '#lib/index/learn.ts';
import { closeStore } from '#lib/store/open.ts';
import { closeConnections } from '#lib/upstream/connection.ts';
import { listenToResponses } from '#lib/upstream/response-listener.ts';
import { prepareConsoleDatabase } from '../../support/prepared-folder.ts';
import { type RunAs, signInNewMember } from './members.ts';
import { type Settings, temporaryFolder, useSettings } from './settings.ts';
import { startTinyService, type TinyService } from './tiny-service.ts';

export interface Harness {
  readonly service: TinyService;
  readonly viewer: RunAs;
  readonly sender: RunAs;
  readonly admin: RunAs;
  /** Applies the default settings, except where `overrides` replaces them. */
  applySettings(overrides: Settings): void;
}

/** Starts a harness for the calling test file or describe block, and stops the harness afterward. */
export function setUpHarness(): Harness {
  let started: Awaited<ReturnType<typeof startHarness>>;
  beforeAll(async () => {
    started = await startHarness();
  });
  // Otherwise, a campaign read in one test could appear in the index during the next.
  afterEach(allRecorded);
  // If the start failed, there is nothing to close.
  afterAll(() => (started as typeof started | undefined)?.close());
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
    applySettings: (overrides) => started.applySettings(overrides),
  };
}

export async function startHarness(): Promise<Harness & { readonly close: () => Promise<void> }> {
  const service = await startTinyService();
  const { folder, remove } = temporaryFolder();
  await prepareConsoleDatabase(folder);
  const applySettings: Harness['applySettings'] = (overrides) =>
    useSettings({
      DIRECTMAIL_BASE_URL: service.origin,
      DIRECTMAIL_BASE_URL_V2: service.origin,
      MAILROOM_DATA: folder,
      ...overrides,
    });
  applySettings({});
  startLearning();
  return {
    service,
    viewer: await signInNewMember('viewer'),
    sender: await signInNewMember('sender'),
    admin: await signInNewMember('admin'),
    applySettings,
    close: async () => {
      listenToResponses(undefined);
      await allRecorded();
      await closeStore();
      await Promise.all([closeConnections(), closeFileConnections(), service.close(), remove()]);
    },
  };
}
