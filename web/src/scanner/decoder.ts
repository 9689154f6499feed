import { trustedScript } from '../lib/trusted-script.ts'
// The bundler gives the address as the default export, which the file itself does not have.
// oxlint-disable-next-line import/default
import workerAddress from './decode-worker.ts?worker&url'

export type DecodeRequest = { id: number } & ({ file: Blob } | { frame: ImageData; turn: number })

export type DecodeFailure = 'not_an_image' | 'too_large' | 'failed'
/** The texts of the QR codes that were found. */
export type Decoded = { texts: string[] } | { failure: DecodeFailure }
export type DecodeAnswer = { id: number } & Decoded

/** Milliseconds after which a decoder that does not answer is taken to have failed. */
const timeLimit = 10_000

/** Reads QR codes in a worker, so that the page stays quick. The worker is started at once, and anew for the next picture after a failure. */
export function createDecoder() {
  const waiting = new Map<number, (answer: Decoded) => void>()
  let lastId = 0
  let worker: Worker | undefined = start()

  function start() {
    // The development server hands out workers at addresses of its own.
    const address = import.meta.env.DEV ? workerAddress : trustedScript(workerAddress)
    const started = new Worker(address, { type: import.meta.env.DEV ? 'module' : 'classic', name: 'qr-decoder' })
    started.addEventListener('message', ({ data: { id, ...decoded } }: MessageEvent<DecodeAnswer>) => waiting.get(id)?.(decoded))
    started.addEventListener('error', () => started === worker && stop())
    return started
  }

  /** Whatever was asked has failed. */
  function stop() {
    worker?.terminate()
    worker = undefined
    for (const settle of waiting.values()) settle({ failure: 'failed' })
  }

  function ask(request: { file: Blob } | { frame: ImageData; turn: number }, transfer: Transferable[] = []): Promise<Decoded> {
    worker ??= start()
    lastId += 1
    const [id, asked] = [lastId, worker]
    return new Promise((resolve) => {
      const timer = setTimeout(stop, timeLimit)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answer)
      })
      asked.postMessage({ id, ...request }, transfer)
    })
  }

  return {
    /** `turn` counts the pictures of a camera. */
    decodeFrame: (frame: ImageData, turn: number) => ask({ frame, turn }, [frame.data.buffer]),
    decodeFile: (file: Blob) => ask({ file }),
    stop,
  }
}

export type Decoder = ReturnType<typeof createDecoder>
