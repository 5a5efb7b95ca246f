/** Database rows in the format that the console used before migration 0008. */

export const uuid = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, '0')}`;
export const [MEMBER, LINK, ATTEMPT, CHANGE, DECISION] = [uuid(1), uuid(2), uuid(3), uuid(4), uuid(5)];
export const PAYMENT = uuid(33);
export const AT = '2026-11-01T10:00:00.000Z';

/** INSERT statements for every table, with the names and values that were valid after migration 0007. */
export const OLD_ROWS = [
  `insert into members (id, email, name, password_hash, identity, role, time_zone, sessions_from, created_at)
   values ('${MEMBER}', 'ada@example.com', 'Ada', 'scrypt', 'issuer ada', 'admin', 'Europe/Zurich', '${AT}', '${AT}')`,
  `insert into sign_in_tries (key, points, expire) values ('sign-in:x', 3, '${AT}')`,
  `insert into attempts (id, campaign_id, operation, lane, state, member_id, by, "from", amount, reason, before, result,
     settled_by, settled_by_member, started_at, settled_at, paid_at, read_at, seen)
   values
   ('${ATTEMPT}', 7, 'cancelCampaign', 'mail', 'refused', '${MEMBER}', 'ada@example.com', '127.0.0.1', '$1.00', 'Why',
     '{"status":"queued","scheduledAt":null}', '{"link":"https://pay.example"}', 'person', 'ada@example.com', '${AT}',
     '${AT}', '${AT}', '${AT}', '{"status":"draft","scheduledAt":null}'),
   ('${uuid(31)}', 7, 'cloneCampaign', 'copy', 'unknown', '${MEMBER}', 'ada@example.com', null, null, null, '{}', null,
     null, null, '${AT}', null, null, null, null),
   ('${uuid(32)}', 8, 'sendCampaign', 'mail', 'done', null, 'bo@example.com', null, null, null, '{}', null,
     'answer', null, '${AT}', '${AT}', null, null, null),
   ('${PAYMENT}', 7, 'payCampaign', 'mail', 'done', null, 'bo@example.com', null, '$2.00', null, '{}',
     '{"link":"https://pay.example"}', 'answer', null, '${AT}', '${AT}', null, null, null)`,
  ...(
    [
      ['began', null, null],
      ['unknown', null, null],
      ['said_refused', 'person', 'ada@example.com'],
      ['began', null, null],
      ['said_done', 'person', 'ada@example.com'],
      ['done', 'answer', null],
      ['refused', 'reading', null],
      ['paid', 'reading', null],
    ] as const
  ).map(
    ([outcome, settledBy, wordOf]) =>
      `insert into activity (at, operation, outcome, by, "from", campaign_id, attempt_id, amount, reason, settled_by, word_of)
       values ('${AT}', 'cancelCampaign', '${outcome}', 'ada@example.com', '127.0.0.1', 7, '${ATTEMPT}', '$1.00', 'Why',
         ${settledBy === null ? 'null' : `'${settledBy}'`}, ${wordOf === null ? 'null' : `'${wordOf}'`})`,
  ),
  `insert into activity (at, operation, outcome, by, template_id, attempt_id)
   values ('${AT}', 'updateTemplate', 'done', 'ada@example.com', 9, '${CHANGE}')`,
  `insert into activity (at, operation, outcome, by, customer_id, attempt_id)
   values ('${AT}', 'updateCustomer', 'done', 'ada@example.com', 70, '${uuid(41)}')`,
  `insert into activity (at, operation, outcome, by, campaign_id, attempt_id, amount)
   values ('${AT}', 'payCampaign', 'done', 'bo@example.com', 7, '${PAYMENT}', '$2.00')`,
  `insert into leases (name, holder, until) values ('reconciler', '${uuid(6)}', '${AT}')`,
  'insert into campaign_owners (campaign_id, customer_id) values (7, 70)',
  `insert into invitations (id, key_hash, email, role, by, created_at, expires_at)
   values ('${uuid(7)}', 'hash-of-key', 'cy@example.com', 'sender', 'ada@example.com', '${AT}', '${AT}')`,
  `insert into shares (id, campaign_id, nonce, token_hash, label, member_id, by, password_hash, shows, guests_decide, content,
     created_at, expires_at)
   values ('${LINK}', 7, 'nonce', 'hash-of-token', 'For Grace', '${MEMBER}', 'ada@example.com', 'scrypt',
     '{"price":true,"recipients":false,"metadata":false}', true,
     '{"proof":"p","designs":null,"recipients":null,"price":null}', '${AT}', '${AT}')`,
  `insert into share_visits (share_id, visitor, hour, times, last_at)
   values ('${LINK}', '192.0.2.0/24', '${AT}', 4, '${AT}')`,
  `insert into share_decisions (id, share_id, campaign_id, verdict, comment, name, email, content_hash, at)
   values ('${DECISION}', '${LINK}', 7, 'changes', 'Larger', 'Grace', 'grace@example.com', 'hash-of-content', '${AT}'),
     ('${uuid(51)}', '${LINK}', 7, 'approved', null, 'Grace', 'grace@example.com', 'hash-of-content', '${AT}')`,
  'insert into team_settings (id, approval_required) values (1, true)',
  `insert into notices (id, kind, about, member_id, created_at, tries, next_at, closed_at)
   values ('${uuid(8)}', 'needs_person', '${ATTEMPT}', '${MEMBER}', '${AT}', 2, '${AT}', null),
     ('${uuid(9)}', 'sent', '${uuid(32)}', '${MEMBER}', '${AT}', 1, '${AT}', '${AT}'),
     ('${uuid(10)}', 'decided', '${DECISION}', '${MEMBER}', '${AT}', 0, '${AT}', null)`,
];
