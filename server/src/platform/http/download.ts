import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'

/** An answer that is a file: sent as it comes, never as a whole in memory. */
export class Download {
  readonly name: string
  readonly type: string
  readonly content: Readable

  /** `name`: letters, digits, dots and dashes only, since it is written into a header. */
  constructor(name: string, type: string, content: Readable) {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`A file cannot be named ${name}.`)
    this.name = name
    this.type = type
    this.content = content
    readOnBehalf(content)
  }

  /** Cuts the file off where `check` throws, which is asked before each piece: a client may read slowly, and its rights end meanwhile. */
  readWhile(check: () => Promise<void>): void {
    const { content } = this
    const here = AsyncLocalStorage.snapshot()
    const read = content._read.bind(content)
    content._read = (size) =>
      void here(check).then(
        () => read(size),
        (error: unknown) => content.destroy(new Error('The caller may not read on.', { cause: error })),
      )
  }
}

/** The pages of a long answer are read on behalf of the caller while the client downloads it. */
function readOnBehalf(content: Readable): void {
  const here = AsyncLocalStorage.snapshot()
  const read = content._read.bind(content)
  content._read = (size) => here(read, size)
}
