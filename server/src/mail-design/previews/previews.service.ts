import { previewPath } from '@twofold/contract/mail-design/previews'
import type { Clock } from '../../platform/clock.ts'
import { constantTimeEqual, hashToken, newToken } from '../../platform/crypto/token.ts'
import type { Db } from '../../platform/database.ts'
import type { PreviewsRepository } from './previews.repository.ts'
import type { RetentionTask } from '../../platform/retention.ts'

/** Milliseconds for which an address shows its preview. */
const previewMilliseconds = 5 * 60_000

/** Previews of e-mails and themes, each at an unguessable address that only the requesting session can open. */
export function createPreviewsService(deps: { db: Db; previews: (db: Db) => PreviewsRepository; clock: Clock }) {
  const previews = deps.previews(deps.db)

  return {
    /** Answers the path of the address. `html` is a whole document. */
    async keep(sessionId: string, html: string): Promise<string> {
      const token = newToken()
      await previews.put({
        token_hash: hashToken(token),
        session_id: sessionId,
        html,
        expires_at: new Date(deps.clock.now() + previewMilliseconds),
      })
      return `${previewPath}/${token}`
    },

    /** Undefined when there is none, its time is over, or another browser asks. */
    async open(token: string, browserHalf: string | undefined): Promise<string | undefined> {
      const found = await previews.find(hashToken(token), deps.clock.date())
      if (found === undefined) return undefined
      if (found.browser_hash === null) return found.html
      return browserHalf !== undefined && constantTimeEqual(hashToken(browserHalf), found.browser_hash) ? found.html : undefined
    },

    removable: (): RetentionTask[] => previews.removable(deps.clock.date()),
  }
}

export type PreviewsService = ReturnType<typeof createPreviewsService>
