/**
 * Sends a constant load of page and action requests through the proxy, and counts the failures. Each client
 * works on a campaign of its own: it opens the page with the campaign's title, submits the page's form as a
 * browser without JavaScript would, opens the campaign, and makes a copy through the API.
 */
import { parse } from 'parse5';
import { type Agent, FormData, fetch } from 'undici';
import { createDraft } from '../../support/campaigns.ts';
import type { Cluster } from './cluster.ts';

interface LoadReport {
  readonly pages: number;
  readonly actions: number;
  /** One message per failed request, beginning with the time when the request was sent. */
  readonly failures: readonly string[];
  /** The duration of the slowest request. */
  readonly slowestMs: number;
  /** The last title that each campaign's client saved, by the campaign's id. */
  readonly titles: ReadonlyMap<number, string>;
  /**
   * The ids of the copies that the API confirmed, by the campaign's id. If a client makes two copies within a minute, the
   * API returns the same copy twice.
   */
  readonly copies: ReadonlyMap<number, ReadonlySet<number>>;
}

export interface Load {
  /** Returns how many requests have succeeded so far. */
  readonly count: () => number;
  /** Returns how many requests have failed so far. */
  readonly failureCount: () => number;
  /** Lets each client finish its current request, and then stops the load. */
  readonly stop: () => Promise<LoadReport>;
}

interface LoadOptions {
  readonly clients?: number;
  /** How long each client waits between two requests. */
  readonly pauseMs?: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

export async function startLoad(cluster: Cluster, options: LoadOptions = {}): Promise<Load> {
  const { clients = 6, pauseMs = 100 } = options;
  const { url, dispatcher, service } = cluster;
  const cookie = await cluster.signIn('admin');
  const report = {
    pages: 0,
    actions: 0,
    failures: [] as string[],
    slowestMs: 0,
    titles: new Map<number, string>(),
    copies: new Map<number, Set<number>>(),
  };
  const copiesOf = (campaignId: number) => {
    const copies = report.copies.get(campaignId) ?? new Set<number>();
    report.copies.set(campaignId, copies);
    return copies;
  };
  let isRunning = true;

  /** @returns null if the request failed, or if the load has been stopped */
  async function send(kind: 'pages' | 'actions', path: string, body?: FormData): Promise<Answer | null> {
    if (!isRunning) return null;
    const method = kind === 'pages' ? 'GET' : 'POST';
    const started = performance.now();
    const at = `${new Date().toISOString()} ${method} ${path}`;
    const answer = await request({ url: `${url}${path}`, method, dispatcher, cookie, body });
    report.slowestMs = Math.max(report.slowestMs, performance.now() - started);
    const problem = typeof answer === 'string' ? answer : findProblem(kind, path, answer);
    if (problem === null) report[kind]++;
    else report.failures.push(`${at}: ${problem}`);
    await new Promise((resume) => setTimeout(resume, pauseMs));
    return problem === null ? (answer as Answer) : null;
  }

  async function runClient(campaignId: number): Promise<void> {
    const path = `/campaigns/${campaignId}/title`;
    for (let i = 0; isRunning; i++) {
      const page = await send('pages', path);
      if (page) {
        const title = `Title ${campaignId}-${i}`;
        const saved = await send('actions', path, fillForm(page.text, { title }));
        if (saved) report.titles.set(campaignId, title);
      }
      await send('pages', `/campaigns/${campaignId}`);
      await send('pages', '/campaigns');
      const scope = `/api/v1/campaigns/customers/${owners.get(campaignId)}/campaigns`;
      const copy = await send('actions', `${scope}/${campaignId}/clone`);
      if (copy) copiesOf(campaignId).add(JSON.parse(copy.text).id);
    }
  }

  const owners = new Map<number, number>();
  for (let i = 0; i < clients; i++) {
    const { id, customerId } = await createDraft(service);
    owners.set(id, customerId);
  }
  const running = [...owners.keys()].map(runClient);
  return {
    count: () => report.pages + report.actions,
    failureCount: () => report.failures.length,
    async stop() {
      isRunning = false;
      await Promise.all(running);
      return report;
    },
  };
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly dispatcher: Agent;
  readonly cookie: string;
  readonly body: FormData | undefined;
}

/** @returns the answer, or why there is none */
async function request({ url, method, dispatcher, cookie, body }: Sent): Promise<Answer | string> {
  try {
    const response = await fetch(url, {
      method,
      dispatcher,
      redirect: 'manual',
      headers: { cookie, ...(method === 'POST' && { origin: new URL(url).origin }) },
      body: body ?? null,
    });
    const text = await response.text();
    return { status: response.status, text, location: response.headers.get('location') };
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
  }
}

function findProblem(
  kind: 'pages' | 'actions',
  path: string,
  { status, text, location }: Answer,
): string | null {
  if (kind === 'pages')
    return status === 200 && text.endsWith('</html>') ? null : `status ${status}, ${text.length} characters`;
  if (path.startsWith('/api/')) return status === 200 ? null : `status ${status}: ${text.slice(0, 200)}`;
  return status === 303 && location !== null ? null : `status ${status} to ${location}`;
}

interface HtmlNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
}

/** Fills in the form that contains the fields, as a browser without JavaScript would. */
export function fillForm(html: string, values: Readonly<Record<string, string>>): FormData {
  const form = listNodes(parse(html) as unknown as HtmlNode, 'form').find((candidate) =>
    Object.keys(values).every((name) => listFields(candidate).some(([field]) => field === name)),
  );
  if (!form) throw new Error(`The page has no form with the fields ${Object.keys(values).join(', ')}.`);
  const data = new FormData();
  for (const [name, value] of listFields(form)) data.append(name, values[name] ?? value);
  return data;
}

const attribute = (node: HtmlNode, name: string) => node.attrs?.find((each) => each.name === name)?.value;

/** Returns a form's inputs and text areas. A text area's text isn't read, so its value is empty. */
function listFields(form: HtmlNode): readonly (readonly [name: string, value: string])[] {
  return ['input', 'textarea'].flatMap((kind) =>
    listNodes(form, kind).flatMap((node) => {
      const name = attribute(node, 'name');
      return name === undefined ? [] : [[name, attribute(node, 'value') ?? ''] as const];
    }),
  );
}

function listNodes(node: HtmlNode, name: string): readonly HtmlNode[] {
  const found = (node.childNodes ?? []).flatMap((child) => listNodes(child, name));
  return node.nodeName === name ? [node, ...found] : found;
}
