/**
 * A page with the values of a form that the console couldn't process. Next can't render the form's own page
 * while the database is down or after an update, and browsers without JavaScript would lose what the user
 * entered.
 */
import { sentenceCase } from '#lib/format/text.ts';
import { isSecretField } from '#lib/forms/secret-fields.ts';
import { FORM_TOKEN_FIELD } from '#lib/http/form-token-names.ts';
import { escapeForHtml } from '#lib/http/html.ts';
import { createMessagePage, type MessagePage } from '#lib/http/message-page.ts';

interface KeptForm {
  /** The path and query of the form's page. */
  readonly path: string;
  readonly form: FormData;
  /** Whether the console can process the form later. If not, the user can only copy the values. */
  readonly canResend: boolean;
}

interface KeptFormOptions {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates a page with the values of `form`, except files and secrets. If the form can be resent, the page has
 * a form that posts to `path`. Otherwise, the values can't be edited, and a button opens `path`.
 * @param form the submitted form, from one of the console's pages. The caller must have checked the form's
 * origin, because another site's form would look like the console's own.
 */
export function createKeptFormPage(
  { title, sentence }: { readonly title: string; readonly sentence: string },
  { path, form, canResend }: KeptForm,
  { status, headers }: KeptFormOptions,
): MessagePage {
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return createMessagePage(
    {
      title: `${title} – Mailroom`,
      heading: title,
      sentence: `${sentence} What you entered is still here.`,
    },
    { status, content: canResend ? renderForm(path, fields) : renderCopy(path, fields), headers },
  );
}

type Fields = readonly (readonly [name: string, value: string])[];

const renderForm = (path: string, fields: Fields): string =>
  `<form method="post" enctype="multipart/form-data" action="${escapeForHtml(path)}">
${fields.map(([name, value]) => renderField(name, value)).join('\n')}
<button>Try again</button>
</form>
`;

/** Returns the values, without names, so that the browser doesn't send them with the button's form. */
function renderCopy(path: string, fields: Fields): string {
  const [page = '', query = ''] = path.split('?', 2);
  const typed = fields.filter(([name, value]) => !isHidden(name, value) && !isSecretField(name));
  const parameters = [...new URLSearchParams(query)];
  return `<form method="get" action="${escapeForHtml(page)}">
${typed.map(([name, value]) => renderControl(name, value, 'readonly')).join('\n')}
${parameters.map(([name, value]) => renderHidden(name, value)).join('\n')}
<button>Reload page</button>
</form>
`;
}

const MAX_LINE = 60;

/**
 * Returns whether a field probably contains an id, a token, a hash, or a timestamp instead of text that
 * someone typed.
 */
const isMachineText = (name: string, value: string): boolean =>
  /(^|_)id$/i.test(name) || (/^[\w:+/=.-]{20,}$/.test(value) && /\d/.test(value));

const isHidden = (name: string, value: string): boolean =>
  name.startsWith('$ACTION') || name === FORM_TOKEN_FIELD || isMachineText(name, value);

function renderField(name: string, value: string): string {
  const attributes = `name="${escapeForHtml(name)}"`;
  // A secret can look like an id, so this check comes first.
  if (isSecretField(name))
    return `<label>${labelOf(name)}<input type="password" ${attributes} autocomplete="off"></label>`;
  if (isHidden(name, value)) return renderHidden(name, value);
  return renderControl(name, value, attributes);
}

const renderHidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeForHtml(name)}" value="${escapeForHtml(value)}">`;

const labelOf = (name: string): string =>
  escapeForHtml(sentenceCase(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()));

/** @param attributes the control's attributes other than its value */
function renderControl(name: string, value: string, attributes: string): string {
  const label = labelOf(name);
  // Browsers ignore a line break right after the opening tag of a text area.
  return value.length > MAX_LINE || value.includes('\n')
    ? `<label>${label}<textarea ${attributes}>\n${escapeForHtml(value)}</textarea></label>`
    : `<label>${label}<input ${attributes} value="${escapeForHtml(value)}"></label>`;
}
