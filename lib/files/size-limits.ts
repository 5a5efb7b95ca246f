/** Maximum sizes of the files that the console downloads, in bytes. */

/** The limit for a campaign's thumbnail. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** The limit for an image that is embedded in a design. */
export const MAX_EMBEDDED_IMAGE_BYTES = 4 * 1024 * 1024;

/**
 * The limit for a proof. Applies to both showing and hashing a proof, so that guests can open every proof that
 * they can approve.
 */
export const MAX_PDF_BYTES = 50 * 1024 * 1024;

/** The maximum total size of the files that are kept on disk for a minute. */
export const MAX_KEPT_BYTES = 512 * 1024 * 1024;
