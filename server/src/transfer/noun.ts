import type { Accounts } from '../accounts/noun.ts'
import type { Keys } from '../keys/noun.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../platform/ground/define-noun.ts'
import { createTransferRepository } from './transfer.repository.ts'
import { transferRoutes } from './transfer.routes.ts'
import { createTransferService } from './transfer.service.ts'

export const transfer = defineNoun({
  name: 'transfer',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, needs: Pick<Accounts, 'activity'> & Pick<Keys, 'access' | 'icons' | 'keyRows' | 'showings'>) {
    const service = createTransferService({ ...ground, ...needs, transfer: createTransferRepository })
    return onlyRoutes((app) => transferRoutes(app, service))
  },
})
