/** Files that decide about one thing, and the tests that hold them; cheap tests first. Paths in the repository. */
export interface Module {
  name: string
  files: readonly string[]
  tests: readonly string[]
}
