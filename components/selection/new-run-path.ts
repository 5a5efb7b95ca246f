/** The page for a payment run with the selected campaigns. Accepts the fields of the selection form. */
export const NEW_RUN_PATH = '/payment-runs/new';
