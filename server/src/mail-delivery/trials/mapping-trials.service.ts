import type { TestBody, TestOutcome } from '@twofold/contract/mail-delivery/template-trials'
import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import type { MappingsService } from '../../mail-rules/mappings/mappings.service.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { TrialsService } from './trials.service.ts'

/** Tests a mapping with a sample of its event. */
export function createMappingTrialsService(deps: { mappings: Pick<MappingsService, 'getStored'>; trials: Pick<TrialsService, 'send'> }) {
  return {
    /** Sends to the given address, or to the administrator. */
    async test(by: Identity, id: string, input: Omit<TestBody, 'test_email'> & { test_email?: string | undefined }): Promise<TestOutcome> {
      const row = await deps.mappings.getStored(id)
      if (row.template_slug === null) throw fail('email.template_missing')
      const data: SampleData = { 'user.name': by.name, ...input.data }
      return deps.trials.send(
        by,
        { template: row.template_slug, event: row.event_name, mapping_id: row.id, provider_id: row.provider_id },
        { ...input, data, test_email: input.test_email ?? by.email },
      )
    },
  }
}

export type MappingTrialsService = ReturnType<typeof createMappingTrialsService>
