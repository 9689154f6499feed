import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { mailPaths } from '@twofold/contract/mail-design/mail-paths'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { PreferencesRepository } from './preferences.repository.ts'
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

type AskedPage = Omit<Parameters<typeof unsubscribePage>[0], 'event'>

/** People's opt-outs from e-mails that are `optional` in the catalogue. */
export function createPreferencesService(deps: {
  db: Db
  preferences: (db: Db) => PreferencesRepository
  tokens: UnsubscribeTokens
  app: { readonly url: string }
  clock: Clock
}) {
  const unsubscribeUrl = (userId: string, event: EventName) =>
    `${deps.app.url}${mailPaths.unsubscribe}/${deps.tokens.make({ userId, event })}`

  function read(token: string) {
    const unwanted = deps.tokens.read(token)
    if (unwanted === undefined || !isOptional(unwanted.event)) throw fail('request.not_found')
    return unwanted
  }

  return {
    unsubscribeUrl,

    /** The unsubscribe headers for mail programs; none if the e-mail is not optional. */
    unsubscribeHeaders(userId: string | null, event: string | null): Record<string, string> {
      if (userId === null || event === null || !isOptional(event)) return {}
      return { 'List-Unsubscribe': `<${unsubscribeUrl(userId, event)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    },

    /** The confirmation page behind an e-mail's unsubscribe link. */
    unsubscribePage: (token: string, asked: AskedPage): string => unsubscribePage({ event: read(token).event, ...asked }),

    /** Answers a function that renders the page with the result. */
    async unsubscribe(token: string): Promise<(asked: AskedPage) => string> {
      const { userId, event } = read(token)
      const now = deps.clock.date()
      await deps.preferences(deps.db).put({ user_id: userId, event_name: event, is_wanted: false, now })
      return (asked) => unsubscribedPage({ event, ...asked })
    },
  }
}

function isOptional(event: string): event is EventName {
  if (!Object.hasOwn(eventCatalogue, event)) return false
  const definition: EventDefinition = eventCatalogue[event as EventName]
  return definition.class === 'optional'
}
