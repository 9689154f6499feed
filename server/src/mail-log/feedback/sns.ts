import { type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import type { SnsCertificates } from './sns-certificates.ts'
import { parseWebhook } from './webhook-json.ts'

/** A message of Amazon SNS, after looking at who sent it. `messageId` is the same however often SNS repeats it. */
export type SnsResult =
  | { kind: 'notification'; messageId: string; topicArn: string; message: string }
  /** The topic wants to deliver here. GET `confirmUrl` through the HTTPS client to agree. */
  | { kind: 'confirm'; messageId: string; topicArn: string; confirmUrl: string }
  | { kind: 'unsubscribed'; messageId: string; topicArn: string }
  /** Not from an expected source. None of it may be used; `reason` is for the log. */
  | { kind: 'refused'; reason: string }
  /** The certificate is unavailable: a 503 makes SNS try again. */
  | { kind: 'unverifiable'; reason: string }

const text = z.string().min(1)
const common = {
  MessageId: text.max(100),
  TopicArn: text.max(500),
  Message: z.string(),
  Timestamp: text.max(40),
  SignatureVersion: z.enum(['1', '2']),
  Signature: text.max(2000),
  SigningCertURL: text.max(500),
}
const confirmation = { ...common, Token: text.max(2000), SubscribeURL: text.max(5000) }
const envelope = z.discriminatedUnion('Type', [
  z.object({ ...common, Type: z.literal('Notification'), Subject: z.string().nullish() }),
  z.object({ ...confirmation, Type: z.literal('SubscriptionConfirmation') }),
  z.object({ ...confirmation, Type: z.literal('UnsubscribeConfirmation') }),
])
type Envelope = z.infer<typeof envelope>

/**
 * Hosts of SNS itself, and no others below amazonaws.com: anybody can have a bucket named "sns", and an S3 address such as
 * `sns.s3-us-west-2.amazonaws.com` fits the looser pattern that is in use elsewhere.
 */
const snsHost = /^sns\.([a-z]{2}(?:-[a-z]+)+-\d+)\.amazonaws\.com(?:\.cn)?$/

/** Reads and verifies what was posted to us. The content type does not matter: SNS says text/plain. */
export function createSnsVerifier(deps: { certificates: SnsCertificates }) {
  return {
    /** `topics`: the topics that may speak to us. Amazon signs for every customer of its, so a signature alone proves nothing. Never throws. */
    async read(body: string, topics: readonly string[]): Promise<SnsResult> {
      const message = parse(body)
      if (message === undefined) return refused('It is no message of SNS.')
      if (!topics.includes(message.TopicArn)) return refused('The topic is not expected.')
      const certificateUrl = certificateUrlOf(message)
      if (certificateUrl === undefined) return refused('The certificate is not at an address of SNS.')
      let key: KeyObject
      try {
        key = await deps.certificates.keyAt(certificateUrl)
      } catch (error) {
        return { kind: 'unverifiable', reason: (error as Error).message }
      }
      return isSigned(message, key) ? resultOf(message) : refused('The signature is wrong.')
    },
  }
}

function isSigned(message: Envelope, key: KeyObject): boolean {
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  return verify(algorithm, Buffer.from(canonicalText(message)), key, Buffer.from(message.Signature, 'base64'))
}

const refused = (reason: string): SnsResult => ({ kind: 'refused', reason })

function resultOf(message: Envelope): SnsResult {
  const { MessageId: messageId, TopicArn: topicArn } = message
  switch (message.Type) {
    case 'Notification':
      return { kind: 'notification', messageId, topicArn, message: message.Message }
    case 'UnsubscribeConfirmation':
      return { kind: 'unsubscribed', messageId, topicArn }
    case 'SubscriptionConfirmation': {
      const url = snsUrl(message.SubscribeURL, topicArn)
      const isConfirmation =
        url?.pathname === '/' && url.searchParams.get('Action') === 'ConfirmSubscription' && url.searchParams.get('TopicArn') === topicArn
      return isConfirmation
        ? { kind: 'confirm', messageId, topicArn, confirmUrl: url.href }
        : refused('The address for confirming is none of SNS.')
    }
  }
}

function certificateUrlOf({ SigningCertURL, TopicArn }: Envelope): URL | undefined {
  const url = snsUrl(SigningCertURL, TopicArn)
  const isCertificate = url !== undefined && url.search === '' && /^\/SimpleNotificationService-[A-Za-z0-9]+\.pem$/.test(url.pathname)
  return isCertificate ? url : undefined
}

/** The address, when it is one of SNS itself in the region of the topic. */
function snsUrl(address: string, topicArn: string): URL | undefined {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const region = snsHost.exec(url.hostname)?.[1]
  return region !== undefined && region === topicArn.split(':')[3] ? url : undefined
}

/** The signed text: these fields in this order, one per line. */
function canonicalText(message: Envelope): string {
  const { MessageId, Timestamp, TopicArn, Type, Message } = message
  const fields =
    message.Type === 'Notification'
      ? { Message, MessageId, Subject: message.Subject, Timestamp, TopicArn, Type }
      : { Message, MessageId, SubscribeURL: message.SubscribeURL, Timestamp, Token: message.Token, TopicArn, Type }
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('')
}

function parse(body: string): Envelope | undefined {
  return envelope.safeParse(parseWebhook(body)).data
}
