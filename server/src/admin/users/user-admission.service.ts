import type { createUser, inviteUser } from '@twofold/contract/admin/users'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { LinksService } from '../../accounts/links.service.ts'
import type { Accounts } from '../../accounts/noun.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail, failField } from '../../platform/fail.ts'
import type { Client, Identity } from '../../platform/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import type { Transaction } from '../../platform/transaction.ts'
import { presentUser } from './users.service.ts'
import type { UsersRepository } from './users.repository.ts'

export interface UserAdmissionDeps {
  db: Db
  transaction: Transaction
  users: (db: Db) => UsersRepository
  accountChanges: Accounts['accountChanges']
  accounts: Pick<AccountsService, 'prepare' | 'create' | 'findByEmail' | 'find'>
  links: Pick<LinksService, 'make'>
  activity: Pick<ActivityService, 'record'>
  isMailAvailable: () => Promise<boolean>
  policy: Pick<Policy, 'address'>
  clock: Clock
}

type Delivery = 'mail' | 'link'

/** How administrators let people in, and let them in again: with a password to change, or with a link. */
export function createUserAdmissionService(deps: UserAdmissionDeps) {
  const now = () => new Date(deps.clock.now())

  async function requireMail(delivery: Delivery): Promise<void> {
    if (delivery === 'mail' && !(await deps.isMailAvailable())) throw fail('mail.not_set_up')
  }

  /** Of the account `params.id` the address may be. */
  async function requireFree({ email }: { email?: string | undefined }, { params }: { params?: { id?: string } } = {}): Promise<void> {
    const holder = email === undefined ? undefined : await deps.accounts.findByEmail(email)
    if (holder !== undefined && holder.id !== params?.id) throw failField('auth.email_taken', 'email')
  }

  return {
    requireFree,

    async create(administrator: Identity, input: CallParts<typeof createUser>['body']): Promise<CallAnswer<typeof createUser>> {
      const prepared = await deps.accounts.prepare(input)
      const row = await deps.transaction(async (tx) => {
        await deps.accounts.create(tx, prepared, { role: input.role, admitted: true, verified: false })
        const [, listed] = await Promise.all([
          deps.accountChanges(tx.db).requirePasswordChange(prepared.id),
          deps.users(tx.db).findListed(prepared.id, now()),
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

    async invite(
      administrator: Identity,
      { email, delivery }: CallParts<typeof inviteUser>['body'],
    ): Promise<CallAnswer<typeof inviteUser>> {
      await requireMail(delivery)
      await requireFree({ email })
      return deps.transaction(async (tx) => {
        const link = await deps.links.make(tx, {
          purpose: 'invite',
          userId: null,
          email,
          createdBy: administrator.id,
          ...(delivery === 'link' ? { isHandedOver: true } : {}),
        })
        await tx.audit({ action: 'user.invited', target: { kind: 'address', name: email }, after: { delivery } })
        if (delivery === 'mail') {
          await tx.emit('admin.user.created', {
            to: { address: email },
            data: { ...link, 'actor.name': administrator.name },
          })
        }
        return {
          ...(delivery === 'mail' ? say('user.invited', { email }) : say('link.hand_over')),
          link: delivery === 'mail' ? null : link['link.url'],
          expires_at: link['link.expires_at'],
        }
      })
    },

    /** A mailed link proves its person; one that an administrator saw does not, and closes secrets for a day. */
    async makeResetLink(administrator: Identity, client: Client, id: string, delivery: Delivery) {
      await requireMail(delivery)
      const account = await deps.accounts.find(id)
      if (account === undefined) throw fail('users.not_found')
      if (!account.is_active) throw fail('users.inactive')
      return deps.transaction(async (tx) => {
        const link = await deps.links.make(tx, {
          purpose: 'reset_password',
          userId: id,
          email: account.email,
          ...(delivery === 'link' ? { createdBy: administrator.id, isHandedOver: true } : {}),
        })
        await tx.audit({ action: 'user.password_link_made', target: { kind: 'user', id, name: account.name }, after: { delivery } })
        await deps.activity.record(tx, {
          userId: id,
          kind: 'password_reset_requested',
          actor: { id: administrator.id, name: administrator.name },
        })
        if (delivery === 'mail') {
          await tx.emit('user.password.reset_requested', { to: { user_id: id }, data: { ...link, 'login.ip': client.address } })
        }
        return {
          ...(delivery === 'mail' ? say('user.link_sent', { email: account.email }) : say('link.hand_over')),
          link: delivery === 'mail' ? null : link['link.url'],
          expires_at: link['link.expires_at'],
        }
      })
    },
  }
}

export type UserAdmissionService = ReturnType<typeof createUserAdmissionService>
