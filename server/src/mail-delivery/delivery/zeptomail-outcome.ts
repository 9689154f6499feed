import * as z from 'zod'
import { providerText } from './provider-text.ts'
import type { SendOutcome } from '../providers/sender.ts'

const accepted = z.object({ request_id: z.string().optional(), message: z.string().optional() })
const rejected = z.object({
  error: z.object({
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.object({ code: z.string().optional(), message: z.string().optional(), target: z.string().optional() })).optional(),
  }),
})

/** Faults of the e-mail: no provider would accept it. */
const contentCodes = new Set(['GE_102', 'SM_101', 'SM_113', 'SM_129', 'TM_8001'])
/** Faults of the account: wrong token, domain not verified, address not allowed, account blocked, no credits. */
const accountCodes = new Set(['SERR_157', 'SM_111', 'SERR_156', 'SM_128', 'AE_101', 'LE_101', 'LE_102'])
const dailyQuotaCode = 'SMI_115'
const trialQuotaCode = 'SM_133'

/** Outcome of ZeptoMail's answer. The details are more specific than the outer code, which groups them. */
export function zeptomailOutcome(status: number, body: string): SendOutcome {
  if (status >= 200 && status < 300) {
    const answer = accepted.safeParse(parse(body)).data
    return { kind: 'accepted', providerMessageId: answer?.request_id ?? null, response: providerText(answer?.message ?? `HTTP ${status}`) }
  }
  const error = rejected.safeParse(parse(body)).data?.error
  const details = error?.details ?? []
  const codes = [...details.map((detail) => detail.code), error?.code].filter((code) => code !== undefined)
  const [said] = codes
  const code = providerText(`zeptomail.${said ?? status}`)
  const reason = providerText(
    [error?.message, ...details.map(describe)].filter(Boolean).join('; ') || `ZeptoMail answered with HTTP ${status}.`,
  )
  const failed = (needsAttention: boolean) => ({ kind: 'provider_failed', code, reason, needsAttention }) as const

  if (codes.includes(dailyQuotaCode)) return { ...failed(false), exhausted: 'day' }
  if (codes.includes(trialQuotaCode)) return { ...failed(true), exhausted: 'day' }
  if (codes.some((known) => accountCodes.has(known))) return failed(true)
  if (codes.some((known) => contentCodes.has(known)) || status === 413) return { kind: 'refused', code, reason }
  if (status === 504) return { kind: 'unknown', code, reason }
  if (status === 429 || status >= 500) return failed(false)
  return failed(true) // unknown code: another provider may accept the e-mail, and somebody should look into it
}

const describe = ({ message, target }: { message?: string | undefined; target?: string | undefined }) =>
  [message, target === undefined || target === '' ? undefined : `(${target})`].filter(Boolean).join(' ')

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
