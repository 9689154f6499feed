import { acceptedLanguage } from '@twofold/contract/languages'
import type { Db } from '../platform/database.ts'
import type { AccountsServiceDeps } from './accounts.service.ts'

export function createMailLanguage(deps: Pick<AccountsServiceDeps, 'accounts' | 'languages'>) {
  return {
    /** Language for the e-mails of a client that sends `header` (`Accept-Language`); null: the original English. */
    async findMailLanguage(db: Db, header: string | undefined): Promise<string | null> {
      const translated = await deps.accounts(db).listMailLanguages()
      const language = acceptedLanguage(header, [...translated, 'en'])
      return language !== undefined && translated.includes(language) ? language : null
    },
    /** Language of a user's e-mails; null: the original English. */
    mailLanguageOf: (db: Db, userId: string): Promise<string | null> => deps.languages(db).find(userId),
  }
}
