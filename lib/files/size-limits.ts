/** Maximum sizes of the files that the console downloads, in bytes. */

/** The limit for a campaign's thumbnail. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** The limit for an image that is embedded in a design. */
export const MAX_EMBEDDED_IMAGE_BYTES = 4 * 1024 * 1024;

/**
 * The limit for a proof. The same limit applies to showing and hashing a proof, because guests must see the
 * file that they approve.
 */
export const MAX_PDF_BYTES = 50 * 1024 * 1024;
