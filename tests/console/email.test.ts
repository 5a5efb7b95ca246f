/** Tests the emails that the console sends to an SMTP server. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { guestDecisionsEmail } from '#lib/email/templates/guest-decisions.ts';
import { invitationEmail } from '#lib/email/templates/invitation.ts';
import { needsReviewEmail, scheduledEmail } from '#lib/email/templates/notifications.ts';
import { deliverOnce, isEmailConfigured, sendEmail } from '#lib/email/transport.ts';
import { createLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { freePort } from '#scripts/ports.ts';
import { startEmailServer, type TestEmailServer } from '../support/smtp.ts';
import { useSettings } from './support/settings.ts';

const FROM = 'Mailroom of Ängström <mailroom@console.test>';
const content = { subject: 'A subject', text: 'Words\n', html: '<p>Words</p>' };

let server: TestEmailServer;
beforeEach(async () => {
  server = await startEmailServer();
  useSettings({ SMTP_URL: server.url, MAIL_FROM: FROM });
});
afterEach(() => server.stop());

describe('an email', () => {
  it('is sent as plain text and as HTML, with the expected headers', async () => {
    expect(isEmailConfigured()).toBe(true);
    expect(await sendEmail({ ...content, to: 'ann@example.com', about: 'notification-1' })).toBe(true);
    expect(server.emails).toMatchObject([
      { from: 'mailroom@console.test', to: ['ann@example.com'], ...content },
    ]);
    const { headers } = server.emails[0] ?? { headers: new Map<string, string>() };
    expect(headers.get('from')).toBe(FROM);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('message-id')).toBe('<notification-1@localhost>');
  });

  it('isn’t sent if no SMTP server is configured', async () => {
    useSettings({});
    expect(isEmailConfigured()).toBe(false);
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(false);
  });

  it.each([
    'ann@example.com, eve@evil.example',
    'ann@example.com\r\nBcc: eve@evil.example',
    'Ann <ann@example.com>',
    '',
  ])('isn’t sent to %j, because the recipient isn’t a single plain address', async (to) => {
    expect(await sendEmail({ ...content, to })).toBe(false);
    expect(server.emails).toEqual([]);
  });

  it('has no extra header if the subject contains a line break', async () => {
    const { subject } = guestDecisionsEmail({
      ...campaign,
      label,
      decisions: [guest],
      title: 'Hi\r\nBcc: eve@evil.example\u2028x',
    });
    expect(subject).toBe('Approved: Hi Bcc: eve@evil.example x');
    expect(
      await sendEmail({ ...content, to: 'ann@example.com', subject: 'Hi\r\nBcc: eve@evil.example' }),
    ).toBe(true);
    expect(server.emails).toMatchObject([{ to: ['ann@example.com'] }]);
    expect(server.emails[0]?.headers.has('bcc')).toBe(false);
  });
});

describe('an SMTP server', () => {
  it('never causes the console to log email addresses, secrets, or the text of emails', async () => {
    const lines: string[] = [];
    dropSingleton('log');
    singleton('log', () => createLog('info', { write: (line: string) => void lines.push(line) }));
    onTestFinished(() => dropSingleton('log'));
    server.rejectRecipients('ann@example.com');
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(false);
    useSettings({ SMTP_URL: `smtp://user:canary-1@127.0.0.1:${await freePort()}`, MAIL_FROM: FROM });
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: 'EENVELOPE', status: 451 },
      { code: 'ESOCKET' },
    ]);
    expect(lines.join()).not.toMatch(/ann@|canary|Words/);
  });

  it('receives a password over an unencrypted connection only if the server runs on the same machine', async () => {
    const credentials: string[] = [];
    const authServer = await startEmailServer(undefined, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username = '', password = '' }, _session, done) => {
        credentials.push(`${username}:${password}`);
        done(null, { user: username });
      },
    });
    onTestFinished(authServer.stop);
    const { port } = new URL(authServer.url);
    useSettings({ SMTP_URL: `smtp://us%40er:p%2Fw@127.0.0.1:${port}`, MAIL_FROM: FROM });
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(true);
    expect(credentials).toEqual(['us@er:p/w']);
    // The console doesn't recognize this IPv4-mapped loopback address as local.
    useSettings({ SMTP_URL: `smtp://user:pw@[::ffff:127.0.0.1]:${port}`, MAIL_FROM: FROM });
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(false);
    expect(credentials).toHaveLength(1);
  });

  it('gets an email over an unencrypted connection only if the server runs on the same machine', async () => {
    const { port } = new URL(server.url);
    // The console doesn't recognize this IPv4-mapped loopback address as local.
    useSettings({ SMTP_URL: `smtp://[::ffff:127.0.0.1]:${port}`, MAIL_FROM: FROM });
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(false);
    expect(server.emails).toEqual([]);
    useSettings({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM });
    expect(await sendEmail({ ...content, to: 'ann@example.com' })).toBe(true);
  });

  it('has 10 seconds to respond', async () => {
    const unresponsive = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void unresponsive.close());
    await once(unresponsive, 'listening');
    const { port } = unresponsive.address() as AddressInfo;
    useSettings({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const sending = sendEmail({ ...content, to: 'ann@example.com' });
    await once(unresponsive, 'connection');
    // The email client sets timers a few turns of the event loop after connecting.
    while (vi.getTimerCount() === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sending).toBe(false);
  });
});

describe('an email that must not be sent twice', () => {
  const email = { ...content, to: 'ann@example.com' };

  it('is accepted once', async () => {
    expect(await deliverOnce(email)).toBe('accepted');
    expect(server.emails).toHaveLength(1);
  });

  it('isn’t sent if no email server is configured or the email server is down', async () => {
    useSettings({});
    expect(await deliverOnce(email)).toBe('not_sent');
    useSettings({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: FROM });
    expect(await deliverOnce(email)).toBe('not_sent');
  });

  it.each([
    [451, 'not_sent'],
    [550, 'refused'],
  ])(
    'isn’t sent if the email server responds to the recipient’s address or to the email with %i: %s',
    async (code, delivery) => {
      const refuse = (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('no'), { responseCode: code }));
      const refusing = await startEmailServer(undefined, { onRcptTo: refuse } as SMTPServerOptions);
      onTestFinished(refusing.stop);
      useSettings({ SMTP_URL: refusing.url, MAIL_FROM: FROM });
      expect(await deliverOnce(email)).toBe(delivery);
      const afterData = await startScriptedServer(`${code} no`);
      useSettings({ SMTP_URL: afterData.url, MAIL_FROM: FROM });
      expect(await deliverOnce(email)).toBe(delivery);
    },
  );

  it('has an unknown outcome if the connection breaks after the email is sent', async () => {
    const { url } = await startScriptedServer(null);
    useSettings({ SMTP_URL: url, MAIL_FROM: FROM });
    expect(await deliverOnce(email)).toBe('unknown');
  });

  it('is refused if the address isn’t valid', async () => {
    expect(await deliverOnce({ ...content, to: 'Ann <ann@example.com>' })).toBe('refused');
    expect(server.emails).toEqual([]);
  });
});

/**
 * Starts an email server that reports success for every command.
 * @param reply the reply to the email, or null to close the connection without a reply
 */
async function startScriptedServer(reply: string | null): Promise<{ readonly url: string }> {
  const scripted = createServer((socket) => {
    let isInEmail = false;
    let received = '';
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      received += chunk;
      if (isInEmail) {
        if (!received.endsWith('\r\n.\r\n')) return;
        isInEmail = false;
        received = '';
        if (reply === null) socket.destroy();
        else socket.write(`${reply}\r\n`);
        return;
      }
      if (!received.endsWith('\r\n')) return;
      isInEmail = received.startsWith('DATA');
      socket.write(isInEmail ? '354 go on\r\n' : '250 ok\r\n');
      received = '';
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void scripted.close());
  await once(scripted, 'listening');
  return { url: `smtp://127.0.0.1:${(scripted.address() as AddressInfo).port}` };
}

const HOSTILE = '<img src=x onerror=alert(1)>"\'&';
const campaign = {
  title: HOSTILE,
  link: 'http://localhost:3000/campaigns/7',
  isDeleted: false,
  dateSettings: { zone: 'America/New_York', locale: 'en-US' },
};
const label = HOSTILE;
const guest = {
  isVerified: false,
  decision: 'approved',
  name: HOSTILE,
  email: 'guest@example.com',
  comment: `One line\n${HOSTILE}`,
  at: Date.parse('2026-11-20T15:00:00Z'),
} as const;
const attempt = {
  ...campaign,
  operation: 'payAndSendCampaign',
  by: 'ann@example.com',
  amount: '$127.50',
  startedAt: Date.parse('2026-11-20T15:00:00Z'),
} as const;
const INVITATION_LINK = 'http://localhost:3000/join/secret-token';

const emails = {
  invitation: invitationEmail({
    link: INVITATION_LINK,
    by: 'ann@example.com',
    role: 'sender',
    expires: new Date('2026-11-27T15:00:00Z'),
  }),
  approved: guestDecisionsEmail({ ...campaign, label, decisions: [guest] }),
  changes: guestDecisionsEmail({
    ...campaign,
    label,
    decisions: [{ ...guest, decision: 'changes', comment: null }],
  }),
  several: guestDecisionsEmail({ ...campaign, label, decisions: [guest, guest] }),
  needsReview: needsReviewEmail(attempt),
  scheduled: scheduledEmail({
    ...attempt,
    mismatch: null,
    campaign: undefined,
    sendsAt: Date.parse('2026-11-23T14:00:00Z'),
  }),
};

describe.each(Object.entries(emails))('the email "%s"', (_, { subject, text, html }) => {
  it('contains the link in the text and the HTML, but no token in the subject or title', () => {
    const link = /https?:\S+/.exec(text)?.[0] ?? '';
    expect(link).toMatch(/^http:\/\/localhost:3000\/(campaigns\/7|join\/secret-token)$/);
    expect(html).toContain(`href="${link}"`);
    expect(subject).not.toContain('secret-token');
    expect(html.slice(0, html.indexOf('</title>'))).not.toContain('secret-token');
  });

  it('doesn’t contain anything that an email client would run or fetch', () => {
    expect(html).not.toMatch(/<(img|script|link|iframe)|\ssrc="|url\(|@import/i);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('the content of an email', () => {
  it('shows times in the reader’s time zone', () => {
    expect(emails.approved.text).toContain('Fri, Nov 20, 2026, 10:00 AM EST');
    expect(emails.scheduled.text).toContain('Mon, Nov 23, 2026, 9:00 AM EST');
    expect(emails.scheduled.text).toContain('$127.50');
  });

  it('quotes each line of a guest’s comment', () => {
    expect(emails.approved.text).toContain(`> One line\n> ${HOSTILE}`);
    expect(emails.approved.html).toContain('One line<br>&lt;img');
  });
});
