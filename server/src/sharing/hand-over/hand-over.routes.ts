import { acceptOffer, declineOffer, findOffer, listOffers, transferKey, withdrawOffer } from '@twofold/contract/sharing/hand-over'
import { byUser } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { OffersService } from './offers.service.ts'

export function handOverRoutes(app: App, offers: OffersService): void {
  route(app, transferKey, { ...byUser.write, whileClosed: 'lets out', needsPin: true }, ({ user, params, body }) =>
    offers.offer(user, params.id, body.email),
  )
  route(app, findOffer, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, params }) => offers.find(user, params.id))
  route(app, withdrawOffer, byUser.evenClosed.write, ({ user, params }) => offers.withdraw(user, params.id))
  route(app, listOffers, byUser.evenClosed.read, ({ user }) => offers.list(user))
  route(app, acceptOffer, { ...byUser.write, whileClosed: 'takes in' }, ({ user, params }) => offers.accept(user, params.id))
  route(app, declineOffer, byUser.evenClosed.write, ({ user, params }) => offers.decline(user, params.id))
}
