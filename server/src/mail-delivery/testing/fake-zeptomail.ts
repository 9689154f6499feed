import * as z from 'zod'
import { type SinkAnswer, startHttpsSink, type SunkRequest } from '../../platform/testing/https-sink.ts'

const mailbox = z.strictObject({ address: z.email(), name: z.string().max(250).optional() })
/** ZeptoMail's input, and nothing else. */
const zeptomailMail = z.strictObject({
  from: mailbox,
  to: z
    .array(z.strictObject({ email_address: mailbox }))
    .min(1)
    .max(500),
  reply_to: z.array(mailbox).optional(),
  subject: z.string().min(1).max(500),
  htmlbody: z.string().optional(),
  textbody: z.string().optional(),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  client_reference: z.string().optional(),
  mime_headers: z.record(z.string(), z.string()).optional(),
})
export type ZeptomailMail = z.infer<typeof zeptomailMail>

/** A failure as ZeptoMail answers it: the outer code groups, the inner one says what. */
export const zeptomailError = (status: number, code: string, message: string, target = ''): SinkAnswer => ({
  status,
  body: { error: { code: 'TM_3201', details: [{ code, message, target }], message: 'Request failed', request_id: 'r-0' } },
})

/** ZeptoMail on the loopback interface: looks at the token and the shape of every request as the real one does. */
export async function startFakeZeptomail(token = 'wSsVR60example==') {
  const mails: ZeptomailMail[] = []
  let instead: (mail: ZeptomailMail) => SinkAnswer | undefined = () => undefined

  function answer({ method, path, headers, body }: SunkRequest): SinkAnswer {
    if (method !== 'POST' || path !== '/v1.1/email') return { status: 404, body: {} }
    if (headers.authorization !== `Zoho-enczapikey ${token}`) return zeptomailError(401, 'SERR_157', 'Invalid API Token found')
    if (headers['content-type'] !== 'application/json') return zeptomailError(415, 'GE_102', 'Unsupported content type')
    const mail = zeptomailMail.safeParse(JSON.parse(body))
    if (!mail.success) return zeptomailError(400, 'GE_102', z.prettifyError(mail.error))
    const other = instead(mail.data)
    if (other !== undefined && other !== 'drop' && other !== 'silent') return other
    mails.push(mail.data)
    const accepted = { data: [{ code: 'EM_104', additional_info: [], message: 'Email request received' }], message: 'OK', object: 'email' }
    return other ?? { status: 201, body: { ...accepted, request_id: `2d6f.${mails.length}` } }
  }

  const sink = await startHttpsSink(answer)
  return {
    ...sink,
    endpoint: `${sink.origin}/v1.1/email`,
    token,
    /** Accepted e-mails, including those without an answer (`drop`, `silent`). */
    mails,
    /** From now on answers this; undefined: as usual. */
    answerWith(how: SinkAnswer | undefined | typeof instead) {
      instead = typeof how === 'function' ? how : () => how
    },
  }
}
