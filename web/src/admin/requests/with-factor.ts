import { ApiError } from '../../lib/api-error.ts'

/** Has the reader show the second factor; false: they did not. */
export type AskFactor = () => Promise<boolean>

/** Makes a call again once the second factor was shown, where the server wants it first. */
export async function withFactor<Answer>(ask: AskFactor, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'factors.proof_required' && (await ask())) return send()
    throw error
  }
}
