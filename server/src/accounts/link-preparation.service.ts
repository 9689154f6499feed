import { normalizeEmail } from '@twofold/contract/email-address'
import { linkLifetimes } from '@twofold/contract/links'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import type { LinkPurpose, LinksRepository } from './links.repository.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const kinds: Record<LinkPurpose, { path: string; lifetime: number }> = {
  verify_email: { path: '/verify-email', lifetime: linkLifetimes.verifyHours * hour },
  change_email: { path: '/verify-email', lifetime: linkLifetimes.verifyHours * hour },
  reset_password: { path: '/reset-password', lifetime: linkLifetimes.resetMinutes * minute },
  invite: { path: '/invite', lifetime: linkLifetimes.inviteDays * day },
  second_step: { path: '/second-step', lifetime: linkLifetimes.secondStepMinutes * minute },
  new_pin: { path: '/new-pin', lifetime: linkLifetimes.newPinMinutes * minute },
  stop: { path: '/stop', lifetime: linkLifetimes.stopDays * day },
}

export interface NewLink {
  purpose: LinkPurpose
  /** Null for an address without an account. */
  userId: string | null
  email: string
  /** Another person who creates it and may see it. */
  createdBy?: string
  /** The creator sees it and hands it over: it proves nothing. */
  isHandedOver?: true
  /** Leaves earlier links to the same end good: who asks for this one has no say over those. */
  keepsOthers?: true
  /** Instead of the time that its kind is good for. */
  expiresAt?: Date
}

/** The variables of an event that carries a link. */
export interface LinkVariables {
  'link.url': string
  'link.expires_at': string
}

export interface LinksServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  links: (db: Db) => LinksRepository
  policy: Pick<Policy, 'address'>
}

/** Builds a link and its row. The token is in the fragment, which reaches no server and no log. */
export function createLinkPreparation(deps: Omit<LinksServiceDeps, 'db'>) {
  return function prepare({ purpose, userId, email, createdBy, isHandedOver, keepsOthers, ...more }: NewLink) {
    const token = newToken()
    const now = deps.clock.date()
    const { path, lifetime } = kinds[purpose]
    const expiresAt = more.expiresAt ?? new Date(now.getTime() + lifetime)
    const normalized = normalizeEmail(email)
    const whose = userId === null ? { email: normalized, created_by: createdBy ?? null } : { user_id: userId }
    async function write(db: Db): Promise<void> {
      const links = deps.links(db)
      const voided = keepsOthers === true ? undefined : links.voidOpen(purpose, whose, now)
      const made = links.put({
        token_hash: hashToken(token),
        purpose,
        user_id: userId,
        email: normalized,
        created_by: createdBy ?? null,
        is_handed_over: isHandedOver ?? false,
        created_at: now,
        expires_at: expiresAt,
      })
      await Promise.all([voided, made])
    }
    const variables = { 'link.url': `${deps.policy.address}${path}#token=${token}`, 'link.expires_at': expiresAt.toISOString() }
    return { variables, write }
  }
}
