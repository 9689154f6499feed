import type { inviteUser } from '@twofold/contract/admin/users'
import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../../platform/fail.ts'
import type { Client, Identity } from '../../platform/identity.ts'
import type { UserAdmissionDeps } from './user-admission.service.ts'
import type { FreeAddress } from './free-address.service.ts'

type Delivery = 'mail' | 'link'

export function createUserLinks(deps: UserAdmissionDeps, { requireFree }: FreeAddress) {
  async function requireMail(delivery: Delivery): Promise<void> {
    if (delivery === 'mail' && !(await deps.isMailAvailable())) throw fail('mail.not_set_up')
  }

  return {
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
            to: { address: email, language_of: administrator.id },
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
    /** An e-mailed link proves its person; one that an administrator saw does not, and closes secrets for a day. */
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
