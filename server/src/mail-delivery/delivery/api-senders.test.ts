import { describe, expect, test } from 'vitest'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import { startSesSender, startZeptomailSender } from '../testing/start-api-sender.ts'

/* Rules for every provider that is called over HTTPS. */

describe.each([
  ['ses', startSesSender],
  ['zeptomail', startZeptomailSender],
] as const)('an e-mail by %s', (name, start) => {
  test.each([
    ['address', { to: { address: 'ann@example.com,eve@evil.example', name: null } }],
    ['subject', { subject: 'a\r\nb' }],
  ])('with an unsafe %s is not sent', async (_what, unsafe) => {
    const { provider, sender } = await start()
    expect(await sender.send(sampleMail(unsafe), sendOptions())).toMatchObject({ kind: 'refused', code: 'mail.unsafe' })
    expect(provider.requests).toEqual([])
  })

  test('is asked about before it is handed over, and not sent when that fails', async () => {
    const { provider, sender } = await start()
    const outcome = await sender.send(sampleMail(), sendOptions({ beforeHandOver: () => Promise.reject(new Error('The lease was lost.')) }))
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'not_handed_over' })
    expect(provider.requests).toEqual([])
  })

  test.each(['drop', 'silent'] as const)('is unknown where no answer comes after it was sent (%s)', async (how) => {
    const { provider, sender } = await start()
    provider.answerWith(how)
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'unknown' })
    expect(provider.mails).toHaveLength(1)
  })

  test('is not taken to a host that is not public', async () => {
    const { provider, publicOnly } = await start()
    const outcome = await publicOnly.send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: `${name}.EHOSTREFUSED`, needsAttention: true })
    expect(provider.requests).toEqual([])
  })
})
