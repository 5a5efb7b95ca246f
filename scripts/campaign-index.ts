/**
 * `mailroom index status` shows the progress of the campaign index. `mailroom index rebuild` makes the console read every
 * campaign again.
 */
import { nameCommand, readArguments, runCommand, UsageError, withStore } from './command.ts';
import { recorderFor, VIA } from './command-activity.ts';

const COMMAND = nameCommand('index');
const USAGE = `Usage: ${COMMAND} status, or ${COMMAND} rebuild. “status” shows when each task of the \
campaign index last read everything. “rebuild” makes the console read every campaign again. Until it has finished, \
lists come directly from the mail service. Titles, notes, and saved views are kept.`;

async function main(): Promise<void> {
  const given = readArguments({ usage: USAGE, count: 1 });
  if (given === null) return;
  const [command = ''] = given.values;
  if (command !== 'status' && command !== 'rebuild') throw new UsageError(USAGE);
  await withStore(async (db) => {
    const [{ readTasks }, { requestRebuild }] = await Promise.all([
      import('#lib/store/index-sync.ts'),
      import('#lib/store/index-rebuild.ts'),
    ]);
    if (command === 'status') return console.log(describeTasks(await readTasks(db)));
    await db.transaction(async (tx) => {
      await requestRebuild(tx);
      await recorderFor(tx)({ name: 'campaign_index.rebuilt', details: { via: VIA } });
    });
    console.log(`The console will read every campaign again. To see how far it is, run ${COMMAND} status.`);
  });
}

interface TaskState {
  readonly startedMsAgo: number | null;
  readonly freshMsAgo: number | null;
  readonly done: number;
  readonly failure: string | null;
}

function describeTasks(tasks: ReadonlyMap<string, TaskState>): string {
  if (tasks.size === 0) return 'No campaigns have been read yet. The console fills the index while it runs.';
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s ago`;
  return [...tasks]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { startedMsAgo, freshMsAgo, done, failure }]) => {
      const last = freshMsAgo === null ? 'never complete' : `complete, begun ${seconds(freshMsAgo)}`;
      const now = startedMsAgo === null ? '' : `, under way since ${seconds(startedMsAgo)}, ${done} read`;
      return `${name}: ${last}${now}${failure === null ? '' : `, last call failed (${failure})`}`;
    })
    .join('\n');
}

await runCommand(
  main,
  'An admin can rebuild the index on the Team page. To run this command, stop the console first.',
);
