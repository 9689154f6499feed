import type { createUser } from '@twofold/contract/admin/users'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { requireStillAtOnce } from '../../platform/judge-again.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import { presentUser } from './present-user.ts'
import type { UsersRepository } from './users.repository.ts'
import { createFreeAddress } from './free-address.service.ts'
import { createUserLinks } from './user-links.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface UserAdmissionDeps extends ServiceDeps {
  users: (db: Db) => UsersRepository
  accountChanges: Accounts['accountChanges']
  accounts: Pick<AccountsService, 'prepare' | 'create' | 'findByEmail' | 'find' | 'mailLanguageOf'>
  links: Pick<LinksService, 'make'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: () => Promise<boolean>
  policy: Pick<Policy, 'address'>
}

/** Gives people access, or restores it: with a password to change, or with a link. */
export function createUserAdmissionService(deps: UserAdmissionDeps) {
  const addresses = createFreeAddress(deps)
  const { requireFree } = addresses

  return {
    ...createUserLinks(deps, addresses),
    requireFree,
    async create(administrator: Identity, input: CallParts<typeof createUser>['body']): Promise<CallAnswer<typeof createUser>> {
      const prepared = await deps.accounts.prepare(input)
      const row = await deps.transaction(async (tx) => {
        await requireStillAtOnce(tx.db)
        // Nothing is known of the person's own: colleagues of a German administrator read German sooner than English.
        const language = await deps.accounts.mailLanguageOf(tx.db, administrator.id)
        await deps.accounts.create(tx, prepared, { role: input.role, admitted: true, verified: false, language })
        const [, listed] = await Promise.all([
          deps.accountChanges.requirePasswordChange(tx.db, prepared.id),
          deps.users(tx.db).findListed(prepared.id, deps.clock.date()),
        ])
        await tx.audit({
          action: 'user.created',
          target: { kind: 'user', id: prepared.id, name: input.name },
          after: { email: input.email, role: input.role },
        })
        await deps.activity.record(tx, {
          userId: prepared.id,
          kind: 'account_created',
          actor: { id: administrator.id, name: administrator.name },
        })
        await tx.emit('admin.user.created', {
          to: { user_id: prepared.id },
          data: { 'link.url': `${deps.policy.address}/login`, 'actor.name': administrator.name },
        })
        return listed
      })
      if (row === undefined) throw fail('users.not_found')
      return { ...say('user.created'), user: presentUser(row) }
    },
  }
}

export type UserAdmissionService = ReturnType<typeof createUserAdmissionService>
