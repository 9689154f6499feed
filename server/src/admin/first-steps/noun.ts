import type { MailDelivery } from '../../mail-delivery/noun.ts'
import type { Ground } from '../../platform/ground/ground.ts'
import { defineNoun, onlyRoutes } from '../../platform/ground/define-noun.ts'
import type { Backups } from '../backups/noun.ts'
import { createFirstStepsRepository } from './first-steps.repository.ts'
import { firstStepsRoutes } from './first-steps.routes.ts'
import { createFirstStepsService } from './first-steps.service.ts'

/** Remaining setup steps of a new installation. */
export const firstSteps = defineNoun({
  name: 'admin/first-steps',
  owns: 'none',
  metrics: 'none',
  build(ground: Ground, { isMailAvailable, backups }: Pick<MailDelivery, 'isMailAvailable'> & Pick<Backups, 'backups'>) {
    const { policy, config } = ground
    const service = createFirstStepsService({
      ...ground,
      firstSteps: createFirstStepsRepository,
      isMailAvailable,
      findSecretSaved: backups.findSecretSaved,
      transport: () => ({ address: policy.address, host: config.host }),
    })
    return onlyRoutes((app) => firstStepsRoutes(app, service))
  },
})
