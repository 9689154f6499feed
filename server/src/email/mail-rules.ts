import { createMappingsRepository } from '../mail-rules/mappings/mappings.repository.ts'
import { createMappingsService } from '../mail-rules/mappings/mappings.service.ts'
import { createPreferencesRepository } from '../mail-rules/preferences/preferences.repository.ts'
import { createPreferencesService } from '../mail-rules/preferences/preferences.service.ts'
import { createUnsubscribeTokens } from '../mail-rules/preferences/unsubscribe-token.ts'
import { createSystemDesignsRepository } from '../mail-design/system-designs.repository.ts'
import { createSeedingService } from '../mail-rules/seeding.service.ts'
import type { EmailDeps } from './email.ts'
import type { MailDesign } from './mail-design.ts'

interface Deps extends Pick<EmailDeps, 'clock' | 'crypto' | 'db' | 'transaction'> {
  app: { readonly name: string; readonly url: string }
  design: Pick<MailDesign, 'rendering' | 'themes'>
}

/** Preferences, mappings and what a new installation begins with, put together. */
export function createMailRules({ app, clock, crypto, db, design: { rendering, themes }, transaction }: Deps) {
  return {
    preferences: createPreferencesService({
      db,
      preferences: createPreferencesRepository,
      tokens: createUnsubscribeTokens(crypto),
      app,
      clock,
    }),
    mappings: createMappingsService({ db, transaction, mappings: createMappingsRepository, rendering, clock }),
    seeding: createSeedingService({
      transaction,
      designs: createSystemDesignsRepository,
      mappings: createMappingsRepository,
      themes,
      clock,
    }),
  }
}

export type MailRules = ReturnType<typeof createMailRules>
