/** Uses a page as a person does: finds elements by role and name, clicks with the mouse, and types. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserSession } from './engine.ts';
import { type FoundElement, inspectElement, type Role } from './page-functions.ts';

const TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** The WebDriver standard's code for the control key. */
const CONTROL = '\uE009';

export class Tab {
  readonly #session: BrowserSession;
  readonly #origin: string;

  /** @param origin the origin for resolving relative URLs */
  constructor(session: BrowserSession, origin: string) {
    this.#session = session;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#session.navigate(new URL(path, this.#origin).href);
  }

  async url(): Promise<URL> {
    return new URL(await this.#session.evaluate(() => location.href));
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    let previous: FoundElement | undefined;
    const element = await this.#poll(`click the ${role} ${name}`, async () => {
      const found = await this.#find(role, name);
      const isStill = found !== undefined && previous?.x === found.x && previous.y === found.y;
      previous = found;
      return isStill && found.isOnTop && found.isEnabled ? found : undefined;
    });
    await this.#session.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: Math.round(element.x), y: Math.round(element.y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Replaces the content of a text field by typing. */
  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.click('field', name);
    await this.#session.perform([
      {
        type: 'key',
        id: 'keyboard',
        actions: [
          { type: 'keyDown', value: CONTROL },
          ...pressKey('a'),
          { type: 'keyUp', value: CONTROL },
          ...[...text].flatMap(pressKey),
        ],
      },
    ]);
  }

  /**
   * Sets a field whose control differs between browsers, such as a drop-down list or a date field. `value` is
   * the field's value or the text of an option.
   */
  async setField(name: string | RegExp, value: string): Promise<void> {
    await this.#poll(`set the field ${name}`, () => this.#find('field', name, value));
  }

  /** Waits until an element with the given role and name is visible. */
  async expectElement(role: Role, name: string | RegExp): Promise<FoundElement> {
    return this.#poll(`find the ${role} ${name}`, () => this.#find(role, name));
  }

  /** Waits until the page shows the text. */
  async expectText(text: string): Promise<void> {
    await this.#poll(`find the text ${text}`, async () => {
      // biome-ignore lint/performance/useDomNodeTextContent: textContent also contains hidden text and scripts.
      const shown = await this.#session.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
      return shown.includes(text) || undefined;
    });
  }

  /** Waits until the path and query in the page's URL match. */
  async expectUrl(url: string | RegExp): Promise<void> {
    await this.#poll(`get to ${url}`, async () => {
      const { origin, href } = await this.url();
      const relative = origin === this.#origin ? href.slice(origin.length) : href;
      return (typeof url === 'string' ? relative === url : url.test(relative)) || undefined;
    });
  }

  /** Waits until the image is loaded with at least the given width in pixels. @returns the image's URL */
  async expectImage(name: RegExp, minWidth: number): Promise<string> {
    const image = await this.#poll(`see the image ${name}`, async () => {
      const found = await this.#find('image', name);
      return found && found.imageWidth >= minWidth ? found : undefined;
    });
    return image.url;
  }

  /** Expects that the page isn't wider than the window. */
  async expectNoOverflow(): Promise<void> {
    await this.#poll('see no horizontal scroll bar', async () => {
      const overflow = await this.#session.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      return overflow <= 0 || undefined;
    });
  }

  takeScreenshot(): Promise<Buffer> {
    return this.#session.takeScreenshot();
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #find(role: Role, name: string | RegExp, value?: string): Promise<FoundElement | undefined> {
    const pattern = typeof name === 'string' ? `^${escapePattern(name)}$` : name.source;
    const found = await this.#session.evaluate(inspectElement, role, pattern, value ?? null);
    return found ?? undefined;
  }

  /** Calls `attempt` until it returns a value. While a page is loading, an attempt may throw an error. */
  async #poll<T>(goal: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + TIMEOUT_MS;
    let problem = '';
    while (Date.now() < deadline) {
      try {
        const result = await attempt();
        if (result !== undefined) return result;
        problem = '';
      } catch (error) {
        problem = ` (${error instanceof Error ? error.message : error})`;
      }
      await sleep(POLL_MS);
    }
    throw new Error(`Couldn’t ${goal} within ${TIMEOUT_MS / 1_000} s${problem}.`);
  }
}

function pressKey(value: string) {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
