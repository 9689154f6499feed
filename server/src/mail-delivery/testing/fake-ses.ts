import * as z from 'zod'
import { type AwsAccount, checkAwsSignature } from './aws-signature.ts'
import { type SinkAnswer, startHttpsSink, type SunkRequest } from '../../platform/testing/https-sink.ts'

const part = z.strictObject({ Data: z.string(), Charset: z.literal('UTF-8') })
const setting = z.enum(['ENABLED', 'DISABLED'])
const header = z
  .strictObject({ Name: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/), Value: z.string().max(995) })
  .refine(({ Name, Value }) => Name.length + Value.length <= 996)

/** SES's input, and nothing else. */
const sesMail = z.strictObject({
  FromEmailAddress: z.string().regex(/^[\x20-\x7e]+$/),
  Destination: z.strictObject({ ToAddresses: z.array(z.string().regex(/^[\x20-\x7e]+$/)).max(50) }),
  ReplyToAddresses: z.array(z.string()).optional(),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: part, Body: z.strictObject({ Html: part, Text: part }), Headers: z.array(header).optional() }),
  }),
  EmailTags: z.array(z.strictObject({ Name: z.string().regex(/^[\w-]{1,256}$/), Value: z.string().regex(/^[\w-]{1,256}$/) })).optional(),
  ConfigurationSetName: z.string().optional(),
  ConfigurationOverrides: z
    .strictObject({ Tracking: z.strictObject({ OpenTrackingEnabled: setting, ClickTrackingEnabled: setting }) })
    .optional(),
})
export type SesMail = z.infer<typeof sesMail>

/** An error as SES answers it, by the name of its type. */
export const sesError = (status: number, name: string, message: string): SinkAnswer => ({
  status,
  headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazonaws.services.simpleemailv2/` },
  body: { message },
})

/** Amazon SES on the loopback interface: looks at the signature and the shape of every request as the real one does. */
export async function startFakeSes(account: AwsAccount = { key: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG', region: 'eu-west-1' }) {
  const mails: SesMail[] = []
  let instead: (mail: SesMail | undefined) => SinkAnswer | undefined = () => undefined
  const quota = { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 12 }

  function answer(request: SunkRequest): SinkAnswer {
    const wrong = checkAwsSignature(request, account, 'ses')
    if (wrong !== undefined) return sesError(403, wrong, 'The security token included in the request is invalid.')
    if (request.method === 'GET' && request.path === '/v2/email/account') {
      return instead(undefined) ?? { status: 200, body: { SendingEnabled: true, ProductionAccessEnabled: true, SendQuota: quota } }
    }
    if (request.method !== 'POST' || request.path !== '/v2/email/outbound-emails') return sesError(404, 'NotFoundException', 'No such call')
    const mail = sesMail.safeParse(JSON.parse(request.body))
    if (!mail.success) return sesError(400, 'BadRequestException', z.prettifyError(mail.error))
    const other = instead(mail.data)
    if (other !== undefined && other !== 'drop' && other !== 'silent') return other
    mails.push(mail.data)
    return other ?? { status: 200, body: { MessageId: `0102-${mails.length}` } }
  }

  const sink = await startHttpsSink(answer)
  return {
    ...sink,
    account,
    /** Accepted e-mails, including those without an answer (`drop`, `silent`). */
    mails,
    /** From now on answers this; undefined: as usual. The e-mail is undefined for GetAccount. */
    answerWith(how: SinkAnswer | undefined | typeof instead) {
      instead = typeof how === 'function' ? how : () => how
    },
  }
}
