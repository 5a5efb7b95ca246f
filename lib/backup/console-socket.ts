/**
 * The socket through which `mailroom backup` asks the running console for a copy of the embedded database.
 * The socket is in the console's data folder. Only the console's user can open the data folder. The folder
 * itself is locked by the console.
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BACKUP_FOLDER, BACKUP_SOCKET } from '#lib/database/folder-contents.ts';
import { log } from '#lib/log.ts';
import { BackupError } from './backup-error.ts';

/** The maximum length of a socket's path that every system supports, in bytes. */
const MAX_PATH_BYTES = 103;

const STOPPED = 'The console stopped before the backup was finished. Nothing was changed. Back up again.';

const answer = z.union([z.object({ folder: z.string() }), z.object({ error: z.string() })]);
type Answer = z.infer<typeof answer>;

/** Creates the folder and copies the database's files into it. No queries run in the meantime. */
type CopyDatabase = (folder: string) => Promise<void>;

/** Returns the socket's path, relative to the working directory if that is shorter. Null if it's too long. */
function socketPath(dataFolder: string): string | null {
  const absolute = join(dataFolder, BACKUP_SOCKET);
  const paths = [absolute, relative(process.cwd(), absolute)];
  return paths.find((path) => Buffer.byteLength(path) <= MAX_PATH_BYTES) ?? null;
}

/**
 * Answers requests for a copy, one at a time. A copy exists until its request's connection is closed.
 * @param dataFolder the console's folder in MAILROOM_DATA, which this process has locked
 * @returns a function that stops answering, or null if the folder's path is too long for a socket
 */
export async function answerBackupRequests(
  dataFolder: string,
  copy: CopyDatabase,
): Promise<(() => Promise<void>) | null> {
  const path = socketPath(dataFolder);
  if (path === null || process.platform === 'win32') return null;
  const folder = join(dataFolder, BACKUP_FOLDER);
  // A process that was killed leaves behind the socket and an unfinished copy.
  await Promise.all([rm(path, { force: true }), rm(folder, { recursive: true, force: true })]);
  const sockets = new Set<Socket>();
  let last: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    sockets.add(socket);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    last = last.then(async () => {
      if (!socket.destroyed) sendAnswer(socket, await makeCopy(folder, copy));
      await closed;
      sockets.delete(socket);
      await deleteCopy(folder);
    });
  });
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await last;
  };
}

/** Never throws, because the next request must be answered. */
const deleteCopy = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
    log().warn({ err: error }, 'a copy of the database could not be deleted'),
  );

const sendAnswer = (socket: Socket, sent: Answer) => void socket.write(`${JSON.stringify(sent)}\n`);

async function makeCopy(folder: string, copy: CopyDatabase): Promise<Answer> {
  try {
    await copy(folder);
    return { folder };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { error: error instanceof BackupError ? error.message : `The database can’t be copied${code}.` };
  }
}

/** A copy of the database. */
export interface DatabaseCopy {
  readonly folder: string;
  /**
   * Must be called after the copy has been read. @throws BackupError if the copy might have been deleted in
   * the meantime
   */
  readonly requireComplete: () => void;
}

/**
 * Asks the running console for a copy of the database, and passes it to `work`. The console deletes the copy
 * afterward, or when the console stops.
 * @returns null if the console doesn't answer backup requests
 * @throws BackupError if the console can't make a copy, or stops in the meantime
 */
export async function withCopyFromConsole<Result>(
  dataFolder: string,
  work: (copy: DatabaseCopy) => Promise<Result>,
): Promise<Result | null> {
  const path = socketPath(dataFolder);
  const socket = path === null ? null : await openSocket(path);
  if (socket === null) return null;
  try {
    const received = await readAnswer(socket);
    if (received === null) throw new BackupError(STOPPED);
    if ('error' in received) throw new BackupError(received.error);
    // When the console stops, it ends the connection and then deletes the copy. This side sees the end
    // only if it keeps reading.
    socket.resume();
    const requireComplete = () => {
      if (socket.destroyed) throw new BackupError(STOPPED);
    };
    return await work({ folder: received.folder, requireComplete }).catch((error: unknown) => {
      requireComplete();
      throw error;
    });
  } finally {
    socket.destroy();
  }
}

function openSocket(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** Returns null if the connection ends without an answer. */
async function readAnswer(socket: Socket): Promise<Answer | null> {
  for await (const line of createInterface({ input: socket })) return answer.parse(JSON.parse(line));
  return null;
}
