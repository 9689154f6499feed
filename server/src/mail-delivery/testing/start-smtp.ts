import type { SmtpConfiguration } from '@twofold/contract/mail-delivery/providers'
import { onTestFinished } from 'vitest'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { createSmtpSender, type SmtpTimeouts } from '../delivery/smtp-sender.ts'
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts'

const user = { name: 'twofold', password: 'correct horse' }
const hosts = createPinnedHosts({ allowed: ['127.0.0.1', 'localhost'] })

/** A server that asks for a password, until the test is over. */
export async function startSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink({ user, ...options })
  onTestFinished(() => sink.close())
  return sink
}

/** A sender to that server, with the right password and encrypted, until the test is over. */
export function senderTo(
  sink: Pick<SmtpSink, 'port' | 'ca'>,
  changes: Partial<SmtpConfiguration> = {},
  timeouts: Partial<SmtpTimeouts> = {},
) {
  const { name: username, password } = user
  const configuration = { host: 'localhost', port: sink.port, username, password, encryption: 'tls', ...changes } as const
  const sender = createSmtpSender(configuration, { hosts, ca: sink.ca, timeouts })
  onTestFinished(() => sender.close())
  return sender
}
