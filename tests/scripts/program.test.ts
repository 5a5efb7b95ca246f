/** Tests that child programs never outlive the script or test that started them. */
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
    // The process no longer exists.
    return false;
  }
}

async function expectEnd(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 8_000 }).toBe(false);
}

test('a child program ends with its parent, even if the parent is killed', async () => {
  const parentSource = `
    import { startProgram } from '#scripts/program.ts';
    startProgram(['-e', ${JSON.stringify(forever)}], { onLine: console.log });
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', parentSource];
  const parent = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pid = Number(/running as (\d+)/.exec(String(line))?.[1]);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expectEnd(pid);
});

test('stop and kill end a program, and can be called twice', async () => {
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

test('waiting fails with a program’s last lines of output if it ends before it is ready', async () => {
  const program = startProgram(['-e', 'console.error("the disk is full"); process.exit(3)']);
  const waiting = waitUntilReady(program, () => false, 10_000);
  await expect(waiting).rejects.toThrow(NotReady);
  await expect(waiting).rejects.toThrow(/exit code 3[\s\S]*the disk is full/);
});

test('waiting fails if a program isn’t ready in time', async () => {
  const program = startProgram(['-e', forever]);
  await expect(waitUntilReady(program, () => false, 300)).rejects.toThrow(
    'The program was not ready after 0.3 s',
  );
  await program.kill();
});
