import type { EventName } from '@twofold/contract/events'
import type { Ground } from '../platform/ground/ground.ts'
import { createQuestions } from '../platform/hook.ts'
import { defineNoun } from '../platform/ground/define-noun.ts'
import type { OffersOf } from '../platform/ground/define-noun.ts'
import type { FetchCertificate } from '../mail-log/feedback/sns-certificates.ts'
import { emailRoutes } from './email.routes.ts'
import { createEmail } from './email.ts'
import type { RenewLink } from '../mail-log/logs/renew-mail.ts'
import { createProvidersRepository } from '../mail-delivery/providers/providers.repository.ts'
import { createWorkingProviders } from '../mail-delivery/providers/working-providers.ts'
import type { RenderBudget } from '../mail-design/rendering/render-thread.ts'
import type { RenderWorkers } from '../mail-design/rendering/render-workers.ts'
import { createRecordsRepository } from '../mail-delivery/delivery/records.repository.ts'
import { createDecisionsRepository } from '../mail-rules/mappings/decisions.repository.ts'
import type { FormerRecipient } from '../mail-rules/mappings/decisions.repository.ts'
import type { Db } from '../platform/database.ts'
import { createPreferencesRepository } from '../mail-rules/preferences/preferences.repository.ts'
import { createSettingsRepository } from '../mail-design/settings/settings.repository.ts'
import { readEmailSettings } from '../mail-design/settings/stored-settings.ts'

interface Needs {
  /** Where the certificates of SNS come from; tests have their own. */
  fetchCertificate: FetchCertificate | undefined
  renderBudget: Partial<RenderBudget> | undefined
  renderWorkers: RenderWorkers | undefined
}

/** E-mail: it listens to events, and no other noun knows who does. */
export const email = defineNoun({
  name: 'email',
  owns: [
    'email_attempts',
    'email_decisions',
    'email_feedback',
    'email_logs',
    'email_mappings',
    'email_preferences',
    'email_previews',
    'email_providers',
    'email_quotas',
    'email_settings',
    'email_suppressions',
    'email_template_translations',
    'email_template_versions',
    'email_templates',
    'email_theme_applications',
    'email_themes',
    'logged_mails',
    'mapped_events',
    'named_providers',
    'suppressed_addresses',
  ],
  build(ground: Ground, needs: Needs) {
    const mailProviders = createMailProviders(ground)
    /** An e-mail with a one-time link is sent again: the noun that owns the link makes another. */
    const linkRenewal = createQuestions<EventName, Parameters<RenewLink>, ReturnType<RenewLink>>('how to renew the link of')
    const { fetchCertificate, renderBudget, renderWorkers } = needs
    const service = createEmail({
      ...ground,
      mailProviders,
      renewLink: async (event, ...asked) => linkRenewal.ask(event, ...asked),
      ...(fetchCertificate === undefined ? {} : { fetchCertificate }),
      renderBudget,
      renderWorkers,
    })
    return {
      offers: {
        email: service,
        mailProviders,
        isMailAvailable: mailProviders.isMailAvailable,
        linkRenewal,
        mailPreferences: createPreferencesRepository,
        /** What was written to a person, and why or why not, goes with the account. */
        async removeMailTo(db: Db, person: FormerRecipient) {
          await createRecordsRepository(db).removeSentTo(person)
          await createDecisionsRepository(db).removeAbout(person)
        },
      },
      routes: (app) => emailRoutes(app, service),
      // As it moves into four nouns, its jobs, events and retention come here.
      jobs: 'none',
      events: 'none',
      hears: 'none',
      retention: 'none',
      running: { finish: service.stop, release: service.endRendering },
    }
  },
})

export type Mail = OffersOf<typeof email>

/** Which e-mail providers work: e-mail itself, accounts and the health check all go by this. */
function createMailProviders({ config, policy, db }: Ground) {
  return createWorkingProviders({
    providers: createProvidersRepository(db),
    readSender: async () => (await readEmailSettings(createSettingsRepository(db))).sender,
    from: config.emailFrom,
    app: {
      get name() {
        return policy.name
      },
      get url() {
        return policy.address
      },
    },
  })
}
