/** Where the generated clients send their calls, and with which credentials. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly userEmail: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The response of a generated client. `data` is undefined if the service rejected the call. */
interface ClientResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}

/** The 22 operations, with an input for each. */
export type Calls = Readonly<Record<string, () => Promise<ClientResult>>>;
