/**
 * The words and sentences that we replaced with terms from docs/glossary.md. `npm run words` reports every
 * remaining use.
 */
import type { LeftOverWord } from './word-search.ts';

/**
 * The directory of the sample mailpieces. The mailpieces' text uses some of the replaced words with other
 * meanings.
 */
const SAMPLE_MAIL = ['service/seed/'];

const NAMES: readonly LeftOverWord[] = [
  { find: 'deeds?', say: 'action' },
  { find: 'lanes?', say: 'lock scope', outside: SAMPLE_MAIL, except: ['Oak Lane'] },
  { find: 'verdicts?', say: 'resolution (for an attempt), decision (by a guest)' },
  { find: 'trails?', say: 'activity' },
  { find: 'makers?', say: 'creator' },
  { find: 'handovers?', say: 'revoked access' },
  { find: 'belongings', say: 'member links' },
  { find: 'leavers?', say: 'member who leaves, offboarding' },
  {
    find: 'histor(y|ies)',
    say: 'activity',
    except: [
      'browser’s history',
      "browser's history",
      'browser history',
      'history.replaceState',
      'history.pushState',
      'history.state',
      'history.back',
      'history.length',
      'window.history',
      'history, historyKeymap',
      'historyKeymap',
      'history()',
    ],
  },
  {
    find: 'notices?',
    say: 'notification, outbox',
    except: [
      'tests notice',
      'doesn’t notice',
      "doesn't notice",
      'to notice',
      'REDOCLY_SUPPRESS_UPDATE_NOTICE',
    ],
  },
  { find: 'news', say: 'notification, outbox' },
  { find: 'e mails?', say: 'email' },
  {
    find: 'mail',
    in: 'names',
    say: 'email',
    except: ['MAIL_FROM', 'mailFrom', 'sendMail', 'mailService'],
  },
  { find: 'mails|mailers?', in: 'names', say: 'email', except: ['self_mailer'] },
  { find: 'mail(programs?|box|server)', say: 'email client, email server' },
  { find: 'mail servers?', say: 'email server' },
  {
    find: 'letters?',
    say: 'email; letter only as a mailpiece size',
    within: [
      'lib/email/',
      'lib/data/',
      'lib/env/',
      'lib/auth/',
      'lib/store/',
      'lib/attempts/',
      'tests/support/smtp.ts',
    ],
    except: [
      'letter for a size',
      'One side for a letter',
      'to the letter',
      'A letter has one design',
      'letter-spacing',
    ],
  },
  {
    find: 'letters?',
    in: 'names',
    say: 'email; letter only as a mailpiece size',
    within: ['tests/console/', 'tests/e2e/', 'tests/faults/', 'tests/support/'],
    except: ["letter: '"],
  },
  { find: 'prints?', in: 'name', say: 'fingerprint', except: ['window.print()'] },
  {
    find: ['prints? (now|of|is|was|at)', '(the|old|new|current|read|approved|same|other) prints?'],
    in: 'names',
    say: 'fingerprint',
  },
  { find: 'tries|misses', in: 'names', say: 'rate limit' },
  { find: 'too many tries', say: 'too many attempts' },
  { find: 'miss', say: 'failure' },
  { find: 'doors?', say: 'access, guard; router, handler; client (in a test)', outside: SAMPLE_MAIL },
  { find: 'desks?', say: 'viewer', outside: SAMPLE_MAIL, except: ['desk@', '`desk-$'] },
  { find: 'silen(ce|ces)', say: 'unresponsive' },
  {
    find: 'silent',
    say: 'unresponsive',
    except: ['--silent', "'silent'", 'interface is silent', 'silent to log nothing', "'silent'"],
  },
  { find: 'walk(s|ed|ing)?', say: 'scan, backfill', outside: SAMPLE_MAIL },
  { find: 'keepers?', say: 'supervisor' },
  {
    find: 'rooms?',
    say: 'directory, module',
    outside: SAMPLE_MAIL,
    except: ['room for', 'room to', 'enough room', 'more room', 'no room'],
  },
  { find: 'most', in: 'names', say: 'MAX_', except: ['atMost', 'AtMost', 'AT_MOST', 'mostRecent'] },
  { find: 'at once', in: 'names', say: 'CONCURRENCY' },
  {
    find: ['shares', 'shared (page|link|proof|view|file)s?', '(read|load|list|get|open) shared'],
    in: 'names',
    say: 'share link (team), guest review (guest)',
    outside: SAMPLE_MAIL,
  },
  {
    find: 'shared?',
    in: 'file',
    say: 'share link (team), guest review (guest)',
    within: ['components/', 'lib/'],
  },
  { find: 'read|list|enter|shown', in: 'file', say: 'loader', within: ['app/'] },
  { find: 'enter', in: 'name', say: 'requirePageAccess' },
  { find: 'unread', in: 'names', say: 'notFoundOrForbidden', within: ['app/'] },
  { find: 'admissions?', say: 'provisioning', outside: SAMPLE_MAIL },
  { find: 'admit(s|ted|ting)?', in: 'names', say: 'provision' },
  { find: 'seals?', say: 'token', within: ['app/', 'components/'] },
  {
    find: 'marks',
    say: 'metadata',
    within: ['service/'],
    except: [
      'question marks',
      'quotation marks',
      'registration marks',
      'crop marks',
      'cropMarks',
      'which marks',
      'also marks',
      'row marks',
    ],
  },
  {
    find: 'said (done|refused)',
    say: 'marked as done, marked as failed',
    except: ["['said_done', 'marked_done']", "['said_refused', 'marked_failed']"],
  },
  { find: 'ask|asks|asked', in: 'names', say: 'request, send', within: ['tests/'], except: ['ask_approval'] },
  {
    find: 'drawn|made|arrived|patiently|hear',
    in: 'name',
    say: 'a verb and its object, such as createShareLink',
  },
  {
    find: 'pictures?',
    say: 'image, thumbnail, screenshot',
    outside: SAMPLE_MAIL,
    except: ['/share/picture.png', '<picture>', '</picture>'],
  },
  {
    find: ['do now', 'ways', 'guests said', 'nothing', 'what is known', 'looks', 'use as found'],
    in: 'file',
    say: 'a noun for what it holds',
  },
];

const AVOIDED: readonly LeftOverWord[] = [
  { find: 'who(m)?ever|who(m)?soever', say: 'the role: the member, the guest, an admin, the caller' },
  { find: 'somebody', say: 'the role: the member, the guest, an admin, the caller' },
  {
    find: 'nobody',
    say: 'no member, no guest, no caller',
    except: ['NOBODY_ID', 'the user `nobody`', 'because `nobody`'],
  },
  { find: 'anybody', say: 'any member, any guest, any caller' },
  { find: '(is|are|was|were) told', say: 'an active sentence', except: ['are told apart'] },
  { find: '(is|are|was|were) let in', say: 'an active sentence' },
  { find: '(go|goes|going) by', say: 'is named by, uses', except: ['days go by'] },
  { find: 'as it stands', say: 'the current …' },
];

const SPELLING: readonly LeftOverWord[] = [
  { find: '(un)?authoris(e|es|ed|ing|ation)', say: 'authorize' },
  { find: 'colour(s|ed|ing|ful)?', say: 'color' },
  { find: 'behaviour(s)?', say: 'behavior' },
  { find: 'catalogue(s|d)?', say: 'catalog' },
  // The iCalendar format spells the word with two l's.
  { find: 'cancell(ed|ing)', say: 'canceled, canceling', except: ['CANCELLED'] },
  {
    find: '(recogn|organ|normal|initial|canonical|summar|minim|maxim|serial|sanit)is(e|es|ed|ing|ation)',
    say: 'the spelling with -ize',
  },
  {
    find: 'favour(s|ed|ite)?|honour(s|ed|ing)?|neighbour(s|ing)?|licen[c]e(s)?|centre(s|d)?',
    say: 'the American spelling',
  },
  { find: 'spelt|learnt|whilst|amongst', say: 'spelled, learned, while, among' },
];

/** Sentences that the product no longer uses. */
const SENTENCES: readonly LeftOverWord[] = [
  ['it goes nowhere until', 'This campaign won’t be mailed until you pay for it and schedule it.'],
  ['nothing is mailed until somebody', 'Paid. Choose when to send the campaign.'],
  ['nobody knows yet', 'Outcome unknown'],
  ['it is not tried again', 'We’re checking with the mail service. Don’t try again.'],
  ['seen when it was read back', 'Confirmed with the mail service'],
  ['said to be done', 'Marked as done'],
  ['said not to be done', 'Marked as failed'],
  ['interface for programs', 'API'],
  ['last did', 'Last active'],
  ['password now', 'Current password'],
  ['your password is another one', 'Password changed.'],
  ['make the link', 'Create link'],
  ['not for your role', 'You don’t have access'],
  ['what is left empty', 'Blank fields are skipped.'],
  ['tab leads on', 'Press Tab to leave the editor.'],
  ['answer makes no sense', 'Unexpected response from the mail service'],
  ['(doesn|does) (t|not) let us in', 'The mail service rejected the API key. Contact an admin.'],
  ['refused the key', 'The mail service rejected the API key. Contact an admin.'],
  ['service said no', 'Request rejected'],
  ['can see to that', 'Contact your administrator.'],
  ['has a problem of its own', 'The mail service is having problems.'],
  ['invoice is mailed to you', 'We’ll email you the invoice.'],
  ['by card and send at once', 'Pay by card and schedule'],
  ['send at if not in', 'Send date (optional)'],
  ['(is|are|was|were) being drawn', 'Generating proof…'],
  ['link that opens nothing', 'This link isn’t valid'],
  ['good to print', 'Approve this proof?'],
  ['nothing is paid or sent that', 'Campaigns can’t be paid for or sent until a guest approves the proof.'],
  [
    'an approval counts only for',
    'An approval covers this proof and these recipients. Any change voids the approval.',
  ],
  [
    'so this no longer holds',
    'The mailpiece or its recipients changed, so this decision is no longer valid.',
  ],
  ['say who it is for', 'Enter a recipient.'],
  ['say what should change', 'Describe the change.'],
  ['choose one of the list', 'Choose an option.'],
  ['this is no address', 'Enter a valid email address.'],
  ['put right what', 'Fix the highlighted fields, then apply again.'],
  ['nothing that couldn t be taken back', 'Unknown status. Irreversible actions are disabled.'],
  ['there is nothing left to do', 'Describe the next step.'],
  ['any outcome', 'All outcomes'],
  ['sent up to', 'Sent before'],
  ['perhaps it was deleted', 'The page may have been deleted, or the link may be incomplete.'],
].map(([find = '', say = '']) => ({ find, say }));

/** Former names of tables and columns. Only migration tests still use these names. */
const FORMER_COLUMNS = [
  "tries: 'failed_renderings'",
  '/"(shares|notices|share_decisions|sign_in_tries)[._]|share_id|_shares_|lane|word_of|key_hash|verdict|person/',
];

export const LEFT_OVER_WORDS: readonly LeftOverWord[] = [...NAMES, ...AVOIDED, ...SPELLING, ...SENTENCES].map(
  (entry) => ({ ...entry, except: [...(entry.except ?? []), ...FORMER_COLUMNS] }),
);
