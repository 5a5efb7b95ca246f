/** A substitute for Node's response, with only the parts that next-auth uses. */
export class NextAuthResponse {
  #status = 200;
  readonly #headers = new Headers();
  #body: string | null = null;

  status(status: number): this {
    this.#status = status;
    return this;
  }
  getHeader(name: string): string[] {
    return name.toLowerCase() === 'set-cookie' ? this.#headers.getSetCookie() : [];
  }
  setHeader(name: string, value: string | string[]): this {
    this.#headers.delete(name);
    for (const item of [value].flat()) this.#headers.append(name, item);
    return this;
  }
  /** @param cookie the value of a Set-Cookie header */
  addCookie(cookie: string): void {
    this.#headers.append('set-cookie', cookie);
  }
  json(value: unknown): void {
    this.#headers.set('content-type', 'application/json');
    this.#body = JSON.stringify(value);
  }
  send(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.json(value);
    else this.#body = value === undefined ? null : String(value);
  }
  end(): void {
    this.#body = null;
  }
  get location(): string | null {
    return this.#headers.get('location');
  }
  set location(address: string) {
    this.#headers.set('location', address);
  }
  get body(): string | null {
    return this.#body;
  }
  toResponse(): Response {
    this.#headers.set('cache-control', 'private, no-store');
    return new Response(this.#body, { status: this.#status, headers: this.#headers });
  }
}
