import { trustedScript } from '../lib/trusted-script.ts'
// The bundler gives the address as the default export, which the file itself does not have.
// oxlint-disable-next-line import/default
import workerAddress from './decode-worker.ts?worker&url'

export type DecodeRequest = { id: number } & ({ file: Blob } | { frame: ImageData; turn: number })

export type DecodeFailure = 'not_an_image' | 'other_picture' | 'too_large' | 'failed'
/** The texts of the QR codes that were found. */
export type Decoded = { texts: string[] } | { failure: DecodeFailure }
export type DecodeAnswer = { id: number } & Decoded

/** Milliseconds after which a worker that does not answer is taken to have failed. */
const timeLimit = 10_000
/** Milliseconds that the worker stays without a decoder: going from the import to the scanner and back takes less. */
const idleLimit = 30_000

/*
 * One worker for the page. Each has its own WebAssembly memory, some browsers have room for one only, and a terminated worker frees it late.
 */
let worker: Worker | undefined
let decoders = 0
let lastId = 0
let ending: ReturnType<typeof setTimeout> | undefined
const waiting = new Map<number, (answer: Decoded) => void>()

function start(): Worker {
  // The development server hands out workers at addresses of its own.
  const address = import.meta.env.DEV ? workerAddress : trustedScript(workerAddress)
  const started = new Worker(address, { type: import.meta.env.DEV ? 'module' : 'classic', name: 'qr-decoder' })
  started.addEventListener('message', ({ data: { id, ...decoded } }: MessageEvent<DecodeAnswer>) => waiting.get(id)?.(decoded))
  started.addEventListener('error', () => started === worker && end())
  return started
}

function endWhenIdle(): void {
  clearTimeout(ending)
  ending = setTimeout(() => decoders === 0 && end(), idleLimit)
}

/** Whatever was asked has failed. The next picture begins with a new worker. */
function end(): void {
  worker?.terminate()
  worker = undefined
  for (const settle of waiting.values()) settle({ failure: 'failed' })
}

/** Reads QR codes in a worker, so that the page stays quick. The worker is started at once. `stop` gives up whatever was asked. */
export function createDecoder() {
  const own = new Map<number, 'file' | 'frame'>()
  let isInUse = false
  worker ??= start()
  endWhenIdle()

  function ask(request: { file: Blob } | { frame: ImageData; turn: number }, transfer: Transferable[] = []): Promise<Decoded> {
    worker ??= start()
    if (!isInUse) decoders += 1
    isInUse = true
    lastId += 1
    const [id, asked] = [lastId, worker]
    own.set(id, 'file' in request ? 'file' : 'frame')
    return new Promise((resolve) => {
      const timer = setTimeout(end, timeLimit)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        waiting.delete(id)
        own.delete(id)
        resolve(answer)
      })
      asked.postMessage({ id, ...request }, transfer)
    })
  }

  return {
    /** `turn` counts the pictures of a camera. */
    decodeFrame: (frame: ImageData, turn: number) => ask({ frame, turn }, [frame.data.buffer]),
    decodeFile: (file: Blob) => ask({ file }),
    stop(): void {
      if (!isInUse) return
      isInUse = false
      decoders -= 1
      // A file may take seconds, which the next request should not have to wait for.
      if ([...own.values()].includes('file')) end()
      else for (const id of own.keys()) waiting.get(id)?.({ failure: 'failed' })
      endWhenIdle()
    },
  }
}

export type Decoder = ReturnType<typeof createDecoder>
