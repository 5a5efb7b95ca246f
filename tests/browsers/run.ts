/**
 * `npm run test:browsers`: tests the main workflow in Firefox and WebKitGTK. `npm test` covers Chromium. The exit
 * code is 0 if all steps passed in both browsers, 1 if a step failed, and 2 if a browser isn't installed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuild } from '#scripts/build.ts';
import { root } from '#scripts/program.ts';
import { createDraft } from '../support/campaigns.ts';
import { type RunningConsole, startTestConsole } from '../support/console.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import type { BrowserEngine } from './engine.ts';
import { firefox } from './firefox.ts';
import { STEPS } from './journey.ts';
import { Tab } from './tab.ts';
import { webkitgtk } from './webkitgtk.ts';

const SCREENSHOTS = join(root, 'test-results/browsers');

const engines = [firefox, webkitgtk];
const installed = engines.filter((engine) => engine.isInstalled());
const missing = engines.filter((engine) => !engine.isInstalled());

const isPassed = installed.length === 0 || (await testEngines());
for (const { name, packages } of missing) {
  console.log(`${name}: skipped. To install ${name} on Debian, run apt-get install ${packages.join(' ')}`);
}
if (!isPassed) process.exitCode = 1;
else if (missing.length > 0) process.exitCode = 2;

/** Tests all installed browsers, one after another. @returns whether all of them passed */
async function testEngines(): Promise<boolean> {
  if (!(await ensureBuild())) {
    console.error('The console could not be built, so the browsers can’t be tested.');
    return false;
  }
  const service = await startTestService();
  const mailroom = await startTestConsole(service);
  let arePassed = true;
  for (const engine of installed) {
    if (!(await testEngine(engine, service, mailroom))) arePassed = false;
  }
  await mailroom.remove();
  await service.remove();
  return arePassed;
}

/** @returns whether all steps of the workflow passed */
async function testEngine(
  engine: BrowserEngine,
  service: RunningService,
  mailroom: RunningConsole,
): Promise<boolean> {
  const tabs: Tab[] = [];
  async function openTab(): Promise<Tab> {
    const tab = new Tab(await engine.open(), mailroom.url);
    tabs.push(tab);
    return tab;
  }

  let current = 'starts';
  try {
    const campaign = await createDraft(service);
    const journey = { service, campaign, member: await openTab(), guest: await openTab() };
    for (const { title, run } of STEPS) {
      current = title;
      const started = performance.now();
      await run(journey);
      for (const tab of tabs) await tab.expectNoOverflow();
      console.log(`${engine.name}: ${title} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
    }
    return true;
  } catch (error) {
    console.log(`${engine.name}: FAILED: ${current}. ${error instanceof Error ? error.message : error}`);
    for (const [i, tab] of tabs.entries()) await saveScreenshot(tab, `${engine.name}-${i + 1}.png`);
    return false;
  } finally {
    for (const tab of tabs) await tab.close();
  }
}

async function saveScreenshot(tab: Tab, name: string): Promise<void> {
  try {
    const image = await tab.takeScreenshot();
    await mkdir(SCREENSHOTS, { recursive: true });
    await writeFile(join(SCREENSHOTS, name), image);
    console.log(`Screenshot: ${join(SCREENSHOTS, name)}`);
  } catch {
    // A browser that has crashed can't take a screenshot.
  }
}
