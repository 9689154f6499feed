import { knownFormats } from './formats/formats.ts'
import { writeOwnFile } from './formats/twofold.ts'
import { failureOf, readTransfer } from './read-file.ts'
import { TransferError } from './opening/transfer-failure.ts'
import type { TransferJob, TransferMessage } from './transfer-jobs.ts'

self.addEventListener('message', ({ data }: MessageEvent<TransferJob>) => void answer(data))

async function answer(job: TransferJob) {
  try {
    if ('listFormats' in job) post({ formats: knownFormats() })
    else post('keys' in job ? { text: await writeOwnFile(job.keys, job.password) } : { read: await read(job) })
  } catch (error) {
    post({ failure: failureOf(error) })
  }
}

async function read({ file, name, password, companions: { keyFile, log } }: Extract<TransferJob, { file: Blob }>) {
  const bytes = await readBytes(file)
  if (password !== undefined) post({ progress: { stage: 'opening' } })
  return readTransfer(bytes, {
    name,
    password,
    companions: { keyFile: keyFile && (await bytesOf(keyFile)), log: log && (await bytesOf(log)) },
    onStretching: (milliseconds) => post({ progress: { stage: 'opening', milliseconds } }),
    onProgress: (done, total) => post({ progress: { stage: 'listing', done, total } }),
  })
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

/** Reads in the browser's pieces, since a file may be remote. A dropped folder looks like a file without any. */
async function readBytes(file: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size)
  const reader = file.stream().getReader()
  for (let done = 0; ;) {
    const piece = await reader.read().catch(() => undefined)
    if (piece === undefined || (piece.done && done < file.size)) throw new TransferError('no_file')
    if (piece.done) return bytes
    bytes.set(piece.value, done)
    done += piece.value.length
    post({ progress: { stage: 'reading', done, total: file.size } })
  }
}

// A worker speaks to the page that started it, and knows no origins.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (message: TransferMessage) => self.postMessage(message)
