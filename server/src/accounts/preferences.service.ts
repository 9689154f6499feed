import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { bestLanguage } from '@twofold/contract/languages'
import type { getPreferences, putPreferences } from '@twofold/contract/profile'
import { say } from '@twofold/contract/sentences/sentences'

import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Complaints } from '../platform/complaint.ts'
import { complaintOf, fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { LanguagesRepository } from './languages.repository.ts'

/** Optional e-mails and their defaults: digests are opt-in. */
const choices = Object.entries<EventDefinition>(eventCatalogue).flatMap(([event, definition]) =>
  definition.class === 'optional'
    ? [
        {
          event,
          ...definition.choice,
          said: { title: [{ code: `event.${event}.choice` }], description: [{ code: `event.${event}.choice.when` }] },
          isWantedAtFirst: definition.audience !== 'subscribers',
        },
      ]
    : [],
)

/** Language of the original e-mail templates. */
const originalLanguage = 'en'

interface MailChoice {
  event_name: string
  is_wanted: boolean
}

/** A person's choices, stored by the e-mail nouns. */
interface MailPreferences {
  list: (db: Db, userId: string) => Promise<MailChoice[]>
  putAll: (db: Db, userId: string, wanted: MailChoice[], now: Date) => Promise<void>
}

export function createPreferencesService(deps: {
  db: Db
  mailPreferences: MailPreferences
  languages: (db: Db) => LanguagesRepository
  listMailLanguages: () => Promise<string[]>
  clock: Clock
}) {
  const { db, mailPreferences: preferences } = deps
  const languages = deps.languages(db)

  async function list(user: Identity): Promise<CallResponse<typeof getPreferences>> {
    const [rows, language, mailLanguages] = await Promise.all([
      preferences.list(db, user.id),
      languages.find(user.id),
      deps.listMailLanguages(),
    ])
    const chosen = new Map(rows.map((row) => [row.event_name, row.is_wanted]))
    return {
      data: choices.map(({ isWantedAtFirst, ...choice }) => ({ ...choice, is_wanted: chosen.get(choice.event) ?? isWantedAtFirst })),
      language,
      languages: mailLanguages,
    }
  }

  /** E-mail language that follows from the chosen page language; undefined: no change. */
  async function mailLanguageFor(pages: string | null | undefined): Promise<string | null | undefined> {
    if (pages === null || pages === undefined) return undefined
    return pages === originalLanguage ? null : bestLanguage(pages, await deps.listMailLanguages())
  }

  return {
    list,

    /** Events that are not named, and a language that is not, stay as they are. */
    async put(
      user: Identity,
      { preferences: wanted = {}, language, page_language }: CallParts<typeof putPreferences>['body'],
    ): Promise<CallResponse<typeof putPreferences>> {
      const errors: Complaints = {}
      for (const event of Object.keys(wanted)) {
        if (!choices.some((choice) => choice.event === event)) errors[`preferences.${event}`] = [complaintOf('profile.preference_unknown')]
      }
      if (Object.keys(errors).length > 0) throw fail('profile.preference_unknown', { errors })
      const rows = Object.entries(wanted).map(([event_name, is_wanted]) => ({ event_name, is_wanted }))
      const now = deps.clock.date()
      await preferences.putAll(db, user.id, rows, now)
      const mails = language === undefined ? await mailLanguageFor(page_language) : language
      if (mails !== undefined || page_language !== undefined) {
        await languages.put(user.id, { language: mails, page_language }, now)
      }
      return { ...(await list(user)), ...say('account.preferences_saved') }
    },
  }
}

export type PreferencesService = ReturnType<typeof createPreferencesService>
