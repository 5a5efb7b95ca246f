/**
 * Returns the customer's email address, because customers have no names. If the service doesn't return an
 * address, returns the customer's number.
 */
export function customerName(id: number, email: string | undefined): string {
  return email?.trim() || `Customer ${id}`;
}
