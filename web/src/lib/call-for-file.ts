import type { Endpoint } from '@twofold/contract/endpoint'
import { answerOf, type Arguments } from './call.ts'

/** Milliseconds for files, bodies as large as one, and acts on very many things or on a bucket elsewhere, which the server does one after the other. */
export const longLimitMs = 600_000

/** A call that answers with a file, and the name that the server gives it. */
export async function callForFile<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<{ blob: Blob; name: string }> {
  const [input, options = {}] = rest
  const response = await answerOf(endpoint, input ?? {}, { limitMs: longLimitMs, ...options })
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: name ?? 'twofold' }
}
