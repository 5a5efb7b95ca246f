/** A customer has no name: they go by their e-mail address, or by their number where the service gives none. */
export function customerName(id: number, email: string | undefined): string {
  return email?.trim() || `Customer ${id}`;
}
