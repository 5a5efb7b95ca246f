/** One bug for the mutation tests. The bug must make at least one test in the mutation's test files fail. */
export interface Mutation {
  readonly what: string;
  readonly file: string;
  /** The text to replace, which must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}
