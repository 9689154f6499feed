import { acceptOffer, listOffers, transferKey } from '@twofold/contract/sharing/hand-over'
import type { createPerson } from './start-test-app.ts'

type Person = Pick<ReturnType<typeof createPerson>, 'call' | 'email' | 'enterPin'>

/** Offers a key to somebody who is there. Answers the offer's id. */
export async function offerKey(owner: Person, heir: Person, keyId: string): Promise<string> {
  const known = new Set((await heir.call(listOffers, {})).body.data.map(({ id }) => id))
  await owner.enterPin()
  const { status, body } = await owner.call(transferKey, { params: { id: keyId }, body: { email: heir.email } })
  if (status !== 200) throw new Error(`The offer was refused: ${JSON.stringify(body)}`)
  const offer = (await heir.call(listOffers, {})).body.data.find(({ id }) => !known.has(id))
  if (offer === undefined) throw new Error('The offer did not arrive.')
  return offer.id
}

/** Offers a key, and accepts it for the other. */
export async function handOver(owner: Person, heir: Person, keyId: string) {
  return heir.call(acceptOffer, { params: { id: await offerKey(owner, heir, keyId) } })
}
