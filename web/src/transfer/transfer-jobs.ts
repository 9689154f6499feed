import { transferLimits } from '@twofold/contract/transfer-limits'
import type { Companions } from './entries/companions.ts'
import { trustedScript } from '../lib/trusted-script.ts'
import type { KnownFormat } from './formats/formats.ts'
import type { WrittenKey } from './formats/twofold.ts'
import type { ReadTransfer } from './read-file.ts'
import { TransferError, type TransferFailure } from './opening/transfer-failure.ts'
// The bundler gives the address as the default export, which the file itself does not have.
// oxlint-disable-next-line import/default
import workerAddress from './transfer-worker.ts?worker&url'

/** `reading` counts bytes, `listing` the file's entries; for `opening` with a password only an estimate of the time is known. */
export type FileProgress = { stage: 'opening'; milliseconds?: number } | { stage: 'reading' | 'listing'; done: number; total: number }

export type TransferJob =
  | { file: Blob; name: string; password: string | undefined; companions: Companions<Blob> }
  | { keys: readonly WrittenKey[]; password: string }
  | { listFormats: true }
export type TransferMessage =
  | { progress: FileProgress }
  | { read: ReadTransfer }
  | { text: string }
  | { formats: readonly KnownFormat[] }
  | { failure: TransferFailure }

interface ReadOptions {
  password?: string | undefined
  companions?: Companions<Blob>
  signal: AbortSignal
  onProgress: (progress: FileProgress) => void
}

/** Reads an export file. Throws a TransferError, and an AbortError when `signal` is aborted. */
export async function readFile(file: File, { password, companions = {}, signal, onProgress }: ReadOptions): Promise<ReadTransfer> {
  if ([file, companions.keyFile, companions.log].some((one) => one && one.size > transferLimits.importBytes))
    throw new TransferError('too_large')
  const message = await run({ file, name: file.name, password, companions }, signal, onProgress)
  if (!('read' in message)) throw new TransferError('failed')
  return message.read
}

/** The text of our own encrypted file. Throws as `readFile` does. */
export async function writeFile(keys: readonly WrittenKey[], password: string, signal: AbortSignal): Promise<string> {
  const message = await run({ keys, password }, signal)
  if (!('text' in message)) throw new TransferError('failed')
  return message.text
}

/** The table of formats is where the readers are: the page has neither. */
export async function listFormats(signal: AbortSignal): Promise<readonly KnownFormat[]> {
  const message = await run({ listFormats: true }, signal)
  if (!('formats' in message)) throw new TransferError('failed')
  return message.formats
}

/** Runs in a worker of its own, which ends with the job: its memory is freed, and aborting stops it at any point. */
function run(job: TransferJob, signal: AbortSignal, onProgress?: (progress: FileProgress) => void): Promise<TransferMessage> {
  signal.throwIfAborted()
  // The development server hands out workers at addresses of its own.
  const address = import.meta.env.DEV ? workerAddress : trustedScript(workerAddress)
  const worker = new Worker(address, { type: import.meta.env.DEV ? 'module' : 'classic', name: 'transfer' })
  const isOver = new AbortController()
  const answer = new Promise<TransferMessage>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Nobody waits for it.', 'AbortError')), { signal: isOver.signal })
    worker.addEventListener('error', () => reject(new TransferError('failed')))
    worker.addEventListener('message', ({ data }: MessageEvent<TransferMessage>) => {
      if ('progress' in data) onProgress?.(data.progress)
      else if ('failure' in data) reject(new TransferError(data.failure))
      else resolve(data)
    })
    worker.postMessage(job, [])
  })
  return answer.finally(() => {
    isOver.abort()
    worker.terminate()
  })
}
