/**
 * Returns how to refer to a customer. Customers have no names, so this is the email address, or the customer's number
 * if the service doesn't return an address.
 */
export function customerName(id: number, email: string | undefined): string {
  return email?.trim() || `Customer ${id}`;
}
