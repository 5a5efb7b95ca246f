/** The server and the credentials that the generated clients use for their calls. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly userEmail: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** What a generated client returns for a call. `data` is undefined if the service rejected the call. */
interface ClientResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}

/** The 22 operations, each with an input. */
export type Calls = Readonly<Record<string, () => Promise<ClientResult>>>;
