/** Types for calling the client that is generated from the console's API description. */
export interface TokenClientOptions {
  /** The console's origin. */
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The ids of the resources that the calls read and change. */
export interface CallTargets {
  readonly customer: number;
  readonly otherCustomer: number;
  readonly template: number;
  readonly deletableTemplate: number;
  readonly drafts: {
    readonly pay: number;
    readonly payAsCustomer: number;
    readonly payAndSend: number;
    readonly sendOnInvoice: number;
    readonly clone: number;
    readonly delete: number;
  };
  readonly paid: number;
  readonly queued: { readonly cancel: number; readonly cancelAsCustomer: number };
}

interface CallResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}
export type TokenCalls = Readonly<Record<string, () => Promise<CallResult>>>;

export interface RepeatedCancel {
  /** The campaign's status in the first response. */
  readonly first: string | undefined;
  readonly again: string | undefined;
  readonly replayed: string | null;
  readonly refused: { readonly status: number; readonly code: string | undefined };
}

/** The exports of token-calls.ts, which compiles only together with the generated types. */
export interface CallsModule {
  createTokenCalls(options: TokenClientOptions, targets: CallTargets): TokenCalls;
  repeatCancel(options: TokenClientOptions, id: number): Promise<RepeatedCancel>;
}
