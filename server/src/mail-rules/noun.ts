import type { MailDesign } from '../mail-design/noun.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createDecisionsRepository, isMapped } from './mappings/decisions.repository.ts'
import { createDecisionsService } from './mappings/decisions.service.ts'
import { createMailReach } from './mappings/mail-reach.service.ts'
import { createMappingsRepository } from './mappings/mappings.repository.ts'
import { mappingsRoutes } from './mappings/mappings.routes.ts'
import { createMappingsService } from './mappings/mappings.service.ts'
import { createPreferencesRepository } from './preferences/preferences.repository.ts'
import { createPreferencesService } from './preferences/preferences.service.ts'
import { createUnsubscribeTokens } from './preferences/unsubscribe-token.ts'
import { seedingRoutes } from './seeding.routes.ts'
import { createSeedingService } from './seeding.service.ts'

/** The longest cooldown of a mapping in days, plus one: decisions that sent e-mail are kept that long. */
const cooldownDays = 366

/** Decides which events send an e-mail to which recipients, and records the reasons. */
export const mailRules = defineNoun({
  name: 'mail-rules',
  owns: ['email_decisions', 'email_mappings', 'email_preferences', 'mail_decisions', 'mail_preferences', 'mapped_events'],
  metrics: 'none',
  build(ground: Ground, { mailDesign }: MailDesign) {
    const { clock, crypto, db, transaction } = ground
    const { app, rendering, systemDesigns, themes } = mailDesign
    const tokens = createUnsubscribeTokens(crypto)
    const preferences = createPreferencesService({ db, preferences: createPreferencesRepository, tokens, app, clock })
    const mappings = createMappingsService({ db, transaction, mappings: createMappingsRepository, rendering, clock })
    const decisions = createDecisionsService(createDecisionsRepository)
    const countMailReach = createMailReach({ clock, decisions: createDecisionsRepository })
    const seeding = createSeedingService({
      ...ground,
      designs: systemDesigns,
      mappings: createMappingsRepository,
      themes,
    })
    return {
      offers: {
        mailRules: { decisions, isMapped, preferences, mappings, seeding },
        countMailReach,
        mailPreferences: offerMethods(createPreferencesRepository, 'list', 'putAll'),
      },
      routes(app) {
        mappingsRoutes(app, mappings)
        seedingRoutes(app, seeding)
      },
      jobs: 'none',
      events: 'none',
      hears: 'none',
      deletion: {
        goes: ['email_preferences'],
        forgets: ['email_decisions'],
        removes: (db, person) => createDecisionsRepository(db).removeAbout(person),
      },
      retention: {
        by: mailDesign.keptMail.job,
        async tasks() {
          const { days, daysAgo, until } = await mailDesign.keptMail.read()
          return createDecisionsRepository(db).removableDecisions(until, daysAgo(Math.max(days, cooldownDays)))
        },
      },
      health: 'none',
      running: 'none',
    }
  },
})

export type MailRules = OffersOf<typeof mailRules>
