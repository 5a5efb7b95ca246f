/** Customers have no name, so this is the email address, or the number if the service gives no address. */
export function customerName(id: number, email: string | undefined): string {
  return email?.trim() || `Customer ${id}`;
}
