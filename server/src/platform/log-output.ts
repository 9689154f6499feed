import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { fileTrouble } from './file-trouble.ts'

/** Bytes of lines that wait. Later ones are lost. */
const mostWaiting = 1_048_576
/** Milliseconds after which a pipe that is full is tried again. */
const againAfterMs = 100
/** How often at the end of the process. */
const lastTries = 10

/**
 * Standard output for log lines. Each is written before the next statement runs, so that none is missing if the process ends there. What cannot be
 * written, as to a file on a full disk, waits and is tried again with the next line; nothing stops for it. pino's own output throws such an error
 * where a line is logged, and never lets the process end.
 */
export function createLogOutput(): DestinationStream & { flushSync: () => void } {
  let waiting = Buffer.alloc(0)
  let again: NodeJS.Timeout | undefined
  let isClosed = false
  let isFailing = false

  /** Whether it is worth another try soon. */
  function send(): boolean {
    if (isClosed) return false
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(1, waiting))
      isFailing = false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') return true
      isClosed = code === 'EPIPE'
      if (!isFailing && !isClosed) console.error(`The log cannot be written: ${fileTrouble(error)}. Twofold goes on; its lines wait.`)
      isFailing = true
    }
    return false
  }

  function sendSoon() {
    clearTimeout(again)
    if (send()) again = setTimeout(sendSoon, againAfterMs).unref()
  }

  function flushSync() {
    for (let tries = 0; send() && tries < lastTries; tries++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againAfterMs)
  }

  process.once('exit', flushSync)
  return {
    write(line) {
      if (!isClosed && waiting.length < mostWaiting) waiting = Buffer.concat([waiting, Buffer.from(line)])
      sendSoon()
    },
    flushSync,
  }
}
