/**
 * Complete programs that call the API, for the API page. The programs only read data, so running them has no
 * side effects. The programs don't need any packages.
 */
export interface ApiSnippet {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  /** The name of the file to save the program in. Undefined for commands. */
  readonly file?: string;
  /** A description of the program and its requirements. */
  readonly needs: string;
  readonly code: string;
}

/** @param origin the console's origin, for the URLs in the programs */
export const apiSnippets = (origin: string): readonly ApiSnippet[] => [
  { language: 'curl', needs: 'Lists five drafts.', code: curl(origin) },
  {
    language: 'TypeScript',
    file: 'drafts.mts',
    needs: 'Lists five drafts and their prices. Requires Node 24 or later. Run it with node drafts.mts',
    code: typeScript(origin),
  },
  {
    language: 'Python',
    file: 'drafts.py',
    needs: 'Lists five drafts and their prices. Requires Python 3.8 or later. Run it with python3 drafts.py',
    code: python(origin),
  },
];

const curl = (
  origin: string,
): string => `curl --fail-with-body "${origin}/api/v1/campaigns?status=draft&per_page=5" \\
  --header "Authorization: Bearer $MAILROOM_TOKEN"`;

const typeScript = (origin: string): string => `const api = '${origin}/api';

async function call(path: string, init: RequestInit = {}): Promise<any> {
  const headers = { Authorization: \`Bearer \${process.env.MAILROOM_TOKEN}\`, ...init.headers };
  const response = await fetch(api + path, { ...init, headers });
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After') ?? 60);
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    return call(path, init);
  }
  const body = await response.json();
  if (!response.ok) throw new Error(\`\${response.status}: \${body.error.message}\`);
  return body;
}

const { items } = await call('/v1/campaigns?status=draft&per_page=5');
for (const { id, recipient_count } of items) {
  const { without_sender } = await call(\`/v1/campaigns/\${id}/checkout\`);
  console.log(\`Campaign \${id}: \${recipient_count} recipients, \${without_sender.to_be_paid} to pay\`);
}

// To cancel a campaign that is queued:
// const key = crypto.randomUUID(); // If the response is lost, repeat the call with the same key.
// await call('/v1/campaigns/12/cancel', { method: 'POST', headers: { 'Idempotency-Key': key } });`;

const python = (origin: string): string => `import json
import os
import time
import urllib.error
import urllib.request

API = "${origin}/api"


def call(path, method="GET", headers={}):
    token = os.environ["MAILROOM_TOKEN"]
    headers = {"Authorization": f"Bearer {token}", **headers}
    request = urllib.request.Request(API + path, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers.get("Retry-After", 60)))
            return call(path, method, headers)
        message = json.load(error)["error"]["message"]
        raise SystemExit(f"{error.code}: {message}")


for campaign in call("/v1/campaigns?status=draft&per_page=5")["items"]:
    price = call(f"/v1/campaigns/{campaign['id']}/checkout")["without_sender"]
    print(f"Campaign {campaign['id']}: {campaign['recipient_count']} recipients, {price['to_be_paid']} to pay")

# To cancel a campaign that is queued:
# key = str(uuid.uuid4())  # Needs "import uuid". If the response is lost, repeat the call with the same key.
# call("/v1/campaigns/12/cancel", method="POST", headers={"Idempotency-Key": key})`;
