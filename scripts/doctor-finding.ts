/** The result of one of `mailroom doctor`'s checks. `problem` says what is wrong, and what to do. */
export type Finding = { readonly ok: string } | { readonly problem: string };
