/** One bug for the mutation tests. At least one test in the mutation's test files must fail because of it. */
export interface Mutation {
  readonly what: string;
  readonly file: string;
  /** The text to replace, which must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}
