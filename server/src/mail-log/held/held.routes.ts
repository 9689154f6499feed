import { discardHeldMail, type HeldSelection, listHeldMail, releaseHeldMail } from '@twofold/contract/mail-log/held'
import { say } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { HeldService } from './held.service.ts'

export function heldRoutes(app: App, held: HeldService): void {
  route(app, listHeldMail, { ...byAdmin.evenClosed.read, readsTogether: true }, ({ query }) => held.list(query.page))
  route(app, releaseHeldMail, byAdmin.evenClosed.atOnce, async ({ body }) => {
    const count = await held.release(choiceOf(body))
    return { ...say('held.sent', { count }), count }
  })
  route(app, discardHeldMail, byAdmin.evenClosed.atOnce, async ({ body }) => {
    const count = await held.discard(choiceOf(body))
    return { ...say('held.discarded', { count }), count }
  })
}

const choiceOf = ({ ids, until }: HeldSelection) => ({ ids, until: until === undefined ? undefined : new Date(until) })
