import { type Client, TwofoldError } from '@twofold/client'
import type { Key } from './choose-keys.ts'
import type { FillOutcome } from './injected.ts'

/** Questions to the person before a code is fetched. */
export interface Questions {
  /** The PIN; throws where they give up. `complaint`: what was wrong with the one before. */
  askPin: (complaint: TwofoldError | undefined) => Promise<string>
  /** A place in the queue, or a yes of somebody else, is waited for. */
  wait: (what: { approval?: { url: string; number: number } | undefined }) => void
}

/** Seconds for which the server holds one answer. */
const holdSeconds = 20

const wantsPin = (error: unknown) => error instanceof TwofoldError && ['vault.locked', 'pin.required'].includes(error.code)

/** Another PIN, or the same one later, may be right. */
const isPassing = ({ status, code }: TwofoldError) => [0, 422, 429, 503].includes(status) && code !== 'pin.locked'

/** Does it, and where the vault is locked once more after the PIN. */
export async function afterPin<Answer>(vault: Client, { askPin }: Pick<Questions, 'askPin'>, act: () => Promise<Answer>): Promise<Answer> {
  let complaint: TwofoldError | undefined
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!wantsPin(error)) throw error
    }
    for (let isOpen = false; !isOpen;) {
      const pin = await askPin(complaint)
      try {
        await vault.verifyPin({ body: { pin } })
        isOpen = true
      } catch (error) {
        if (!(error instanceof TwofoldError) || !isPassing(error)) throw error
        complaint = error
      }
    }
  }
}

export interface FetchedCode {
  code: string
  used: () => Promise<void>
}

export interface CodeField {
  /** The outcome that `fill` would have: `found` in place of `filled`. */
  look: () => Promise<FillOutcome>
  fill: (code: string) => Promise<FillOutcome>
}

/**
 * Fetches a code and fills it. `in_frame`: nothing was fetched, since only a frame has the field; asked where `hasFrames`. A code: there is no field
 * for it.
 */
export async function fillFetched(
  field: CodeField,
  hasFrames: boolean,
  fetch: () => Promise<FetchedCode>,
): Promise<'filled' | 'moved' | 'in_frame' | FetchedCode> {
  // First, since a code that was taken is used up.
  const found = await field.look()
  if (found === 'moved') return found
  if (found === 'no_field' && hasFrames) return 'in_frame'
  const fetched = await fetch()
  const outcome = await field.fill(fetched.code)
  if (outcome === 'moved') return outcome
  if (outcome === 'no_field') return fetched
  await fetched.used()
  return 'filled'
}

/** Gets a code of the key: a shown code is then reported as used; an exclusive one is taken. */
export async function fetchCode(vault: Client, key: Key, questions: Questions): Promise<FetchedCode> {
  if (key.exclusive !== true && key.type !== 'hotp') {
    const { code } = await afterPin(vault, questions, () => vault.showCode({ params: { id: key.id } }))
    return { code, used: async () => void (await vault.copiedCode({ params: { id: key.id }, body: { code: 'current' } })) }
  }
  const body = { wait_seconds: 120, hold_seconds: holdSeconds }
  let { take } = await afterPin(vault, questions, () => vault.takeCode({ params: { id: key.id }, body }))
  while (take.state === 'queued' || take.state === 'awaiting_approval') {
    questions.wait({ approval: take.approval })
    take = (await vault.getTake({ params: { id: take.id }, query: { hold_seconds: holdSeconds } })).take
  }
  if (take.code === undefined) throw new Error(chrome.i18n.getMessage('no_code'))
  return { code: take.code, used: () => Promise.resolve() }
}
