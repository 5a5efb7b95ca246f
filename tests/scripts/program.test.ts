/** Tests that a program never outlives the script, test, or npm process that started it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { NotReady, root, startProgram, waitUntilReady } from '#scripts/program.ts';

const forever = 'setInterval(() => {}, 1000); console.log("running as", process.pid);';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function expectEnd(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid), { timeout: 8_000 }).toBe(false);
}

test('a child program ends when its parent program ends, even if the parent is killed', async () => {
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

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a script started by npm stops when only the shell between npm and the script receives %s',
  async (signal) => {
    // The first call must do nothing, because the script runs as `npm run demo`, not as `npm start`.
    const scriptSource = `
      import { onNpmEnd } from '#scripts/npm.ts';
      onNpmEnd('start', () => console.log('stopped the wrong script'));
      onNpmEnd('demo', () => { console.log('stopped'); process.exit(); });
      ${forever}`;
    // With a second command, the shell can't replace itself with the script.
    const command = '"$0" --input-type=module -e "$1"; true';
    const shell = spawn('sh', ['-c', command, process.execPath, scriptSource], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'demo' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines).toHaveLength(1);
    const pid = Number(/running as (\d+)/.exec(lines.join())?.[1]);
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
    expect(isRunning(pid)).toBe(true);
    shell.kill(signal);
    await expectEnd(pid);
    expect(lines.slice(1)).toEqual(['stopped']);
  },
);

test('stop() and kill() end a program and can be called twice', async () => {
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

test('waitUntilReady() reports the last lines of output if a program ends too early', async () => {
  const program = startProgram(['-e', 'console.error("the disk is full"); process.exit(3)']);
  const waiting = waitUntilReady(program, () => false, 10_000);
  await expect(waiting).rejects.toThrow(NotReady);
  await expect(waiting).rejects.toThrow(/exit code 3[\s\S]*the disk is full/);
});

test('waitUntilReady() fails if a program isn’t ready in time', async () => {
  const program = startProgram(['-e', forever]);
  await expect(waitUntilReady(program, () => false, 300)).rejects.toThrow(
    'The program was not ready after 0.3 s',
  );
  await program.kill();
});
