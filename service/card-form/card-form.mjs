/**
 * The card form's script. It sends the card only to the service that served the form, and gives the console only
 * the token. The console passes its origin and a nonce after the `#` of the form's URL.
 */
const parameters = new URLSearchParams(location.hash.slice(1));
const consoleOrigin = parameters.get('origin');
const nonce = parameters.get('nonce');
const form = document.querySelector('form');

const post = (message) => parent.postMessage({ ...message, nonce }, consoleOrigin);

function showErrors(fields) {
  for (const input of form.elements) {
    const error = fields[input.name];
    const id = `${input.name}-error`;
    document.getElementById(id)?.remove();
    for (const attribute of ['aria-invalid', 'aria-describedby']) input.removeAttribute(attribute);
    if (error === undefined) continue;
    const text = document.createElement('span');
    Object.assign(text, { id, className: 'error', textContent: error });
    input.after(text);
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', id);
  }
  form.querySelector('[aria-invalid="true"]')?.focus();
}

/** Exchanges the card for a token. Returns the reply to the console's message. */
async function createToken() {
  try {
    const response = await fetch('/card-form/tokens', {
      method: 'POST',
      body: new URLSearchParams(new FormData(form)),
    });
    const { token, fields = {} } = await response.json();
    showErrors(fields);
    return token === undefined ? { type: 'mailroom:invalid' } : { type: 'mailroom:token', token };
  } catch {
    return { type: 'mailroom:failed' };
  }
}

addEventListener('message', async ({ data, origin, source }) => {
  if (origin !== consoleOrigin || source !== parent || data?.nonce !== nonce) return;
  if (data.type === 'mailroom:tokenize') post({ ...(await createToken()), request: data.request });
});

if (parent !== window && consoleOrigin !== null && nonce !== null) {
  const height = () => document.documentElement.offsetHeight;
  post({ type: 'mailroom:ready', height: height() });
  new ResizeObserver(() => post({ type: 'mailroom:height', height: height() })).observe(document.body);
}
