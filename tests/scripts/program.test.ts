/** Programs that scripts and tests start are never left running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { NotReady, root, startProgram, waitUntilReady } from '#scripts/program.ts';

const forever = 'setInterval(() => {}, 1000); console.log("running as", process.pid);';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 8_000 }).toBe(false);
}

test('a program ends with its starter, even when that one is killed', async () => {
  const starter = `
    import { startProgram } from '#scripts/program.ts';
    startProgram(['-e', ${JSON.stringify(forever)}], { onLine: console.log });
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', starter];
  const outer = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: outer.stdout }), 'line');
  const pid = Number(/running as (\d+)/.exec(String(line))?.[1]);
  expect(isRunning(pid)).toBe(true);
  outer.kill('SIGKILL');
  await ended(pid);
});

test('stop ends a program, kill ends it at once, and both can be said twice', async () => {
  for (const [end, how] of [
    ['stop', 'SIGTERM'],
    ['kill', 'SIGKILL'],
  ] as const) {
    const program = startProgram(['-e', forever]);
    await program[end]();
    await program[end]();
    expect(await program.ended).toBe(how);
    expect(isRunning(program.pid ?? 0)).toBe(false);
  }
});

test('a program that ends before it is ready says what it said', async () => {
  const program = startProgram(['-e', 'console.error("the disk is full"); process.exit(3)']);
  const waiting = waitUntilReady(program, () => false, 10_000);
  await expect(waiting).rejects.toThrow(NotReady);
  await expect(waiting).rejects.toThrow(/exit code 3[\s\S]*the disk is full/);
});

test('a program that is never ready is not waited for for ever', async () => {
  const program = startProgram(['-e', forever]);
  await expect(waitUntilReady(program, () => false, 300)).rejects.toThrow('It was not ready after 0.3 s');
  await program.kill();
});
