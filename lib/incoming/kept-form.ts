/**
 * A page with the values of a form that the console couldn't process. Next can't render the form's own page
 * while the database is down, and browsers without JavaScript would lose what the user entered.
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
}

/**
 * Creates a page that lets the user resubmit `form`: a new form with the same field values, except files and
 * secrets, that posts to `path`.
 * @param form the submitted form, from one of the console's pages. The caller must have checked the form's
 * origin, because another site's form would look like the console's own.
 */
export function createKeptFormPage(
  { title, sentence }: { readonly title: string; readonly sentence: string },
  { path, form }: KeptForm,
  headers: Readonly<Record<string, string>>,
): MessagePage {
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const content = `<form method="post" enctype="multipart/form-data" action="${escapeForHtml(path)}">
${fields.map(([name, value]) => renderField(name, value)).join('\n')}
<button>Try again</button>
</form>
`;
  return createMessagePage(
    {
      title: `${title} – Mailroom`,
      heading: title,
      sentence: `${sentence} What you entered is still here.`,
    },
    { status: 503, content, headers },
  );
}

const MAX_LINE = 60;

/**
 * Returns whether a field probably contains an id, a token, a hash, or a timestamp instead of text that
 * someone typed.
 */
const isMachineText = (name: string, value: string): boolean =>
  /(^|_)id$/i.test(name) || (/^[\w:+/=.-]{20,}$/.test(value) && /\d/.test(value));

function renderField(name: string, value: string): string {
  const attributes = `name="${escapeForHtml(name)}"`;
  const hidden = `<input type="hidden" ${attributes} value="${escapeForHtml(value)}">`;
  if (name.startsWith('$ACTION') || name === FORM_TOKEN_FIELD || isMachineText(name, value)) return hidden;
  const label = escapeForHtml(sentenceCase(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()));
  if (isSecretField(name))
    return `<label>${label}<input type="password" ${attributes} autocomplete="off"></label>`;
  // Browsers ignore a line break right after the opening tag of a text area.
  return value.length > MAX_LINE || value.includes('\n')
    ? `<label>${label}<textarea ${attributes}>\n${escapeForHtml(value)}</textarea></label>`
    : `<label>${label}<input ${attributes} value="${escapeForHtml(value)}"></label>`;
}
