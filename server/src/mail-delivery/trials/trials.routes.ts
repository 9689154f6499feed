import { testEvent, testMapping } from '@twofold/contract/mail-delivery/mapping-trials'
import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { type App, route } from '../../platform/http/route.ts'
import type { MappingTrialsService } from './mapping-trials.service.ts'
import type { TrialsService } from './trials.service.ts'

const test = { role: 'admin', limit: 'mail_test', whileClosed: 'open', approval: 'none' } as const

export function trialsRoutes(app: App, trials: TrialsService, mappingTrials: MappingTrialsService): void {
  route(app, testTemplate, test, ({ user, params, body }) => trials.send(user, { template: params.id }, body))
  for (const call of [testMapping, testEvent]) {
    route(app, call, test, ({ user, params, body }) => mappingTrials.test(user, params.id, body))
  }
}
