import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { createSuppressionsRepository } from '../suppressions/suppressions.repository.ts'
import { drain, startDelivery } from '../testing/start-delivery.ts'

type Delivery = Awaited<ReturnType<typeof startDelivery>>

const suppress = ({ db, clock }: Delivery, email: string, reason: 'bounce' | 'complaint', since = clock.date()) =>
  createSuppressionsRepository(db).put({ id: uuid(), email, reason, created_at: since, listed_at: clock.date() })

test.each(['bounce', 'complaint'] as const)(
  'an address that was suppressed while its e-mail waited is not written to: %s',
  async (reason) => {
    const it = await startDelivery()
    const id = await it.addMail()
    const { recipient_email: address } = await it.mail(id)
    it.clock.advance(1000)
    await suppress(it, address, reason)
    await it.addProvider('Main')
    await drain(it.delivery)
    expect(it.handedOver).toEqual([])
    const error = `Not sent: the address was suppressed in the meantime (${reason}).`
    expect(await it.mail(id)).toMatchObject({ status: 'failed', error_message: error, outgoing: null })
  },
)

test('e-mail that an account depends on still reaches somebody who complained', async () => {
  const it = await startDelivery()
  const id = await it.addMail({ class: 'account' })
  it.clock.advance(1000)
  await suppress(it, (await it.mail(id)).recipient_email, 'complaint')
  await it.addProvider('Main')
  await drain(it.delivery)
  expect(it.handedOver).toHaveLength(1)
})

test('an imported address holds back what waits, however long ago it was suppressed elsewhere', async () => {
  const it = await startDelivery()
  const id = await it.addMail()
  it.clock.advance(1000)
  await suppress(it, (await it.mail(id)).recipient_email, 'bounce', new Date('2020-02-01T08:00:00Z'))
  await it.addProvider('Main')
  await drain(it.delivery)
  expect(it.handedOver).toEqual([])
})

test('a bounce that takes the place of an older complaint holds back what waits', async () => {
  const it = await startDelivery()
  const address = 'gone@example.org'
  await suppress(it, address, 'complaint')
  it.clock.advance(1000)
  const id = await it.addMail({ class: 'account' })
  await it.db.updateTable('email_logs').set({ recipient_email: address }).where('id', '=', id).execute()
  it.clock.advance(1000)
  await suppress(it, address, 'bounce')
  await it.addProvider('Main')
  await drain(it.delivery)
  expect(it.handedOver).toEqual([])
})

test('an e-mail that an administrator sends to an address that was suppressed before goes out', async () => {
  const it = await startDelivery()
  const address = 'gone@example.org'
  await suppress(it, address, 'bounce')
  it.clock.advance(1000)
  const id = await it.addMail()
  await it.db.updateTable('email_logs').set({ recipient_email: address }).where('id', '=', id).execute()
  await it.addProvider('Main')
  await drain(it.delivery)
  expect(it.handedOver).toHaveLength(1)
})
