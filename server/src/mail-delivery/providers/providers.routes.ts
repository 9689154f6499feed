import {
  changeProvider,
  createProvider,
  deleteProvider,
  getProvider,
  getProviderUse,
  listProviders,
  testProvider,
} from '@twofold/contract/mail-delivery/providers'
import { sayDone } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { ProvidersService } from './providers.service.ts'

export function providersRoutes(app: App, providers: ProvidersService): void {
  route(app, listProviders, { ...byAdmin.evenClosed.read, readsTogether: true }, async () => ({
    success: true,
    ...(await providers.list()),
  }))
  route(app, getProvider, { ...byAdmin.evenClosed.read, readsTogether: true }, async ({ params }) => ({
    success: true,
    provider: await providers.get(params.id),
  }))
  route(app, createProvider, byAdmin.evenClosed.atOnce, async ({ body }) => ({
    ...sayDone('provider.created'),
    provider: await providers.create(body),
  }))
  route(app, changeProvider, byAdmin.evenClosed.atOnce, async ({ params, body }) => ({
    ...sayDone('provider.updated'),
    provider: await providers.change(params.id, body),
  }))
  route(app, getProviderUse, byAdmin.evenClosed.read, async ({ params }) => ({
    success: true,
    use: await providers.findUse(params.id),
  }))
  route(app, deleteProvider, byAdmin.evenClosed.atOnce, async ({ params }) => {
    await providers.remove(params.id)
    return sayDone('provider.deleted')
  })
  route(app, testProvider, { role: 'admin', limit: 'mail_test', whileClosed: 'open', approval: 'none' }, ({ user, body }) =>
    providers.test(user, body),
  )
}
