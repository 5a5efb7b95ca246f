/** Maximum sizes of the files that the console downloads, in bytes. */

/** A campaign's thumbnail. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** An image in a design, which is embedded in the document. */
export const MAX_EMBEDDED_IMAGE_BYTES = 4 * 1024 * 1024;

/** A proof. Guests see and approve the same file, so one limit applies to showing and hashing it. */
export const MAX_PDF_BYTES = 50 * 1024 * 1024;
