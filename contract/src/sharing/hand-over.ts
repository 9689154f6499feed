import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Sharing')

export const transferKey = endpoint('POST /keys/{id}/transfer', {
  summary:
    'Offer your own key to a new owner, who owns it once they accept; the answer does not reveal whether the address has an account. Needs the PIN',
  body: z.strictObject({ email: emailField }),
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.too_many_invitations', 'sharing.transfer_to_self'],
})

export const findOffer = endpoint('GET /keys/{id}/transfer', {
  summary: 'Get the pending offer of your own key: the recipient and its expiry',
  errors: ['keys.not_found', 'keys.owner_only'],
  response: z.object({ offer: z.nullable(z.object({ email: z.string(), created_at: z.string(), expires_at: z.string() })) }),
})

export const withdrawOffer = endpoint('DELETE /keys/{id}/transfer', {
  summary: 'Withdraw the offer of your own key',
  errors: ['keys.not_found', 'keys.owner_only', 'sharing.offer_over'],
})

/** A key that somebody else wants the user to own. */
export const offer = z.object({
  id: z.string(),
  key: z.object({ name: z.string(), issuer: z.nullable(z.string()) }),
  offered_by: z.object({ name: z.string() }),
  created_at: z.string(),
  expires_at: z.string(),
})
export type Offer = z.infer<typeof offer>

export const listOffers = endpoint('GET /offers', {
  summary: 'List keys that others offer to you',
  response: z.object({ data: z.array(offer) }),
})

export const acceptOffer = endpoint('POST /offers/{id}/accept', {
  summary: 'Accept an offered key and become its owner',
  errors: ['keys.limit_reached', 'keys.not_found', 'sharing.offer_over'],
  response: z.object({ ...said, key_id: z.string() }),
})

export const declineOffer = endpoint('POST /offers/{id}/decline', {
  summary: 'Decline an offered key',
  errors: ['sharing.offer_over'],
})
