/** Letters, as a real mail server gets them. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { invitation } from '#lib/email/templates/invitation.ts';
import { decided, needsPerson, sent } from '#lib/email/templates/notifications.ts';
import { mailIsSet, sendMail } from '#lib/email/transport.ts';
import { newLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { freePort } from '#scripts/ports.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';
import { useSettings } from './support/settings.ts';

const FROM = 'Mailroom of Ängström <mailroom@console.test>';
const letter = { subject: 'A subject', text: 'Words\n', html: '<p>Words</p>' };

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
  useSettings({ SMTP_URL: server.url, MAIL_FROM: FROM });
});
afterEach(() => server.stop());

describe('a letter', () => {
  it('arrives in plain text and in HTML', async () => {
    expect(mailIsSet()).toBe(true);
    expect(await sendMail({ ...letter, to: 'ann@example.com', about: 'notice-1' })).toBe(true);
    expect(server.letters).toMatchObject([
      { from: 'mailroom@console.test', to: ['ann@example.com'], ...letter },
    ]);
    const { headers } = server.letters[0] ?? { headers: new Map<string, string>() };
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('message-id')).toBe('<notice-1@console.test>');
  });

  it('is not sent where no server is set', async () => {
    useSettings({});
    expect(mailIsSet()).toBe(false);
    expect(await sendMail({ ...letter, to: 'ann@example.com' })).toBe(false);
  });

  it.each([
    'ann@example.com, eve@evil.example',
    'ann@example.com\r\nBcc: eve@evil.example',
    'Ann <ann@example.com>',
    '',
  ])('goes to one plain address and not to %j', async (to) => {
    expect(await sendMail({ ...letter, to })).toBe(false);
    expect(server.letters).toEqual([]);
  });

  it('has no header that its subject brought along', async () => {
    const { subject } = decided({ ...campaign, ...guest, title: 'Hi\r\nBcc: eve@evil.example\u2028x' });
    expect(subject).toBe('Approved: Hi Bcc: eve@evil.example x');
    expect(await sendMail({ ...letter, to: 'ann@example.com', subject: 'Hi\r\nBcc: eve@evil.example' })).toBe(
      true,
    );
    expect(server.letters).toMatchObject([{ to: ['ann@example.com'] }]);
    expect(server.letters[0]?.headers.has('bcc')).toBe(false);
  });
});

describe('what goes wrong on the way', () => {
  it('is a no, and a line in the log that names nobody', async () => {
    const lines: string[] = [];
    dropSingleton('log');
    singleton('log', () => newLog('info', { write: (line: string) => void lines.push(line) }));
    onTestFinished(() => dropSingleton('log'));
    server.refuse('ann@example.com');
    expect(await sendMail({ ...letter, to: 'ann@example.com' })).toBe(false);
    useSettings({ SMTP_URL: `smtp://user:canary-1@127.0.0.1:${await freePort()}`, MAIL_FROM: FROM });
    expect(await sendMail({ ...letter, to: 'ann@example.com' })).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: 'EENVELOPE', status: 451 },
      { code: 'ESOCKET' },
    ]);
    expect(lines.join()).not.toMatch(/ann@|canary|Words/);
  });

  it('is no password in plain text, unless it stays on this machine', async () => {
    const given: string[] = [];
    const picky = await startMailServer(undefined, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username = '', password = '' }, _session, done) => {
        given.push(`${username}:${password}`);
        done(null, { user: username });
      },
    });
    onTestFinished(picky.stop);
    const { port } = new URL(picky.url);
    useSettings({ SMTP_URL: `smtp://us%40er:p%2Fw@127.0.0.1:${port}`, MAIL_FROM: FROM });
    expect(await sendMail({ ...letter, to: 'ann@example.com' })).toBe(true);
    expect(given).toEqual(['us@er:p/w']);
    // Not known by its name to be this machine, although it is.
    useSettings({ SMTP_URL: `smtp://user:pw@[::ffff:127.0.0.1]:${port}`, MAIL_FROM: FROM });
    expect(await sendMail({ ...letter, to: 'ann@example.com' })).toBe(false);
    expect(given).toHaveLength(1);
  });

  it('is over in time where a server only listens', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    useSettings({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sending = sendMail({ ...letter, to: 'ann@example.com' });
    await once(silent, 'connection');
    // What the client waits for begins in its own time.
    while (vi.getTimerCount() === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sending).toBe(false);
  });
});

const HOSTILE = '<img src=x onerror=alert(1)>"\'&';
const campaign = { title: HOSTILE, link: 'http://console.test:3000/campaigns/7', zone: 'America/New_York' };
const guest = {
  decision: 'approved',
  name: HOSTILE,
  email: 'guest@example.com',
  comment: `One line\n${HOSTILE}`,
  label: HOSTILE,
  at: new Date('2026-11-20T15:00:00Z'),
} as const;
const attempt = {
  ...campaign,
  operation: 'payAndSendCampaign',
  by: 'ann@example.com',
  amount: '$127.50',
  startedAt: new Date('2026-11-20T15:00:00Z'),
} as const;
const INVITED = 'http://console.test:3000/join/secret-token';

const letters = {
  invitation: invitation({
    link: INVITED,
    by: 'ann@example.com',
    role: 'sender',
    expires: new Date('2026-11-27T15:00:00Z'),
  }),
  approved: decided({ ...campaign, ...guest }),
  changes: decided({ ...campaign, ...guest, decision: 'changes', comment: null }),
  needsPerson: needsPerson(attempt),
  sent: sent({ ...attempt, goesAt: new Date('2026-11-23T14:00:00Z') }),
};

describe.each(Object.entries(letters))('the letter %s', (_, { subject, text, html }) => {
  it('says the same in both forms, with the link to follow', () => {
    const link = /https?:\S+/.exec(text)?.[0] ?? '';
    expect(link).toMatch(/^http:\/\/console\.test:3000\/(campaigns\/7|join\/secret-token)$/);
    expect(html).toContain(`href="${link}"`);
    expect(subject).not.toContain('secret-token');
    expect(html.slice(0, html.indexOf('</title>'))).not.toContain('secret-token');
  });

  it('holds nothing of others that a mail program would run or fetch', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe)|\ssrc="|url\(|@import/i);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('letters', () => {
  it('tell times in the reader’s zone', () => {
    expect(letters.approved.text).toContain('Fri 20 Nov 2026, 10:00 EST');
    expect(letters.sent.text).toContain('Mon 23 Nov 2026, 09:00 EST');
    expect(letters.sent.text).toContain('$127.50');
  });

  it('keep the lines of a comment, and quote them', () => {
    expect(letters.approved.text).toContain(`> One line\n> ${HOSTILE}`);
    expect(letters.approved.html).toContain('One line<br>&lt;img');
  });
});
