/**
 * Runs in a measured server's process, and responds to meter.ts. `node --import` loads this file before the
 * server.
 */
import { rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

const session = new Session();

async function answer(command: string): Promise<string> {
  const [name, file = ''] = command.split(/ (.*)/s);
  switch (name) {
    case 'cpu': {
      const { user, system } = process.cpuUsage();
      return String((user + system) / 1_000);
    }
    case 'start-profile':
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
      return '';
    case 'stop-profile': {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      await writeFile(file, JSON.stringify(profile));
      return '';
    }
    default:
      throw new Error(`The meter doesn’t know the command “${name}”.`);
  }
}

// Programs that the server starts must not load this file.
delete process.env.NODE_OPTIONS;
const { BENCH_METER: path = '' } = process.env;
// A server that was stopped earlier may have left the socket behind.
await rm(path, { force: true });
createServer({ allowHalfOpen: true }, async (socket) => {
  socket.end(await answer(await text(socket)));
})
  .listen(path)
  .unref();
