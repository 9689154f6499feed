import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { fileTrouble } from './file-trouble.ts'

/** Bytes of lines that wait. Later ones are lost. */
const mostWaiting = 1_048_576
/** Milliseconds after which a pipe that is full is tried again. */
const againAfterMs = 100
/** How often at the end of the process. */
const lastTries = 10

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Standard output for log lines, written beside everything else. What cannot be written, as to a file on a full disk, waits and is tried again with
 * the next line; nothing stops for it. pino's own output throws such an error where a line is logged, and never lets the process end.
 */
export function createLogOutput(): DestinationStream & { flushSync: () => void } {
  let waiting = Buffer.alloc(0)
  let isWriting = false
  let isClosed = false
  let isFailing = false

  function onFailure(error: unknown) {
    if (codeOf(error) === 'EPIPE') isClosed = true
    else if (codeOf(error) === 'EAGAIN') setTimeout(send, againAfterMs)
    else if (!isFailing) {
      isFailing = true
      console.error(`The log cannot be written: ${fileTrouble(error)}. Twofold goes on; its lines wait.`)
    }
  }

  function send() {
    if (isWriting || isClosed || waiting.length === 0) return
    const lines = waiting
    waiting = Buffer.alloc(0)
    isWriting = true
    write(1, lines, (error, written) => {
      isWriting = false
      waiting = Buffer.concat([lines.subarray(error === null ? written : 0), waiting])
      if (error !== null) return onFailure(error)
      isFailing = false
      send()
    })
  }

  function flushSync() {
    if (isClosed) return
    for (let tries = 0; waiting.length > 0 && tries < lastTries; tries++) {
      try {
        waiting = waiting.subarray(writeSync(1, waiting))
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againAfterMs)
      }
    }
  }

  process.once('exit', flushSync)
  return {
    write(line) {
      if (!isClosed && waiting.length < mostWaiting) waiting = Buffer.concat([waiting, Buffer.from(line)])
      send()
    },
    flushSync,
  }
}
