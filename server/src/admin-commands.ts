import { emailField } from '@twofold/contract/accounts'
import type { Application } from './app.ts'
import { commandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config.ts'
import { newToken } from './platform/crypto/token.ts'
import { createLog } from './platform/log.ts'
import { InputError } from './platform/input-error.ts'
import { openInstallation } from './open-installation.ts'
import { withApplication } from './with-application.ts'

const usage = `Say what to do:
  ${commandLine('admin', 'list')}          the administrators, and whether they can sign in
  ${commandLine('admin', 'reset EMAIL')}   a one-time link with which an administrator sets a new password
  ${commandLine('admin', 'create EMAIL')}  one more administrator, and the one-time link for the first password`

const beside = { logLevel: 'warn', timeoutMs: 5000 } as const

/** Origin in the audit log, as nobody is signed in. */
const by = 'admin command'

/** `npm run admin`: what can be done for administrators from the host, beside the running application. Exit code 1: it was not done. */
export async function admin(): Promise<void> {
  const [verb, email, ...rest] = process.argv.slice(3)
  if (verb === 'list' && email === undefined) return await list()
  if (verb === 'reset' && email !== undefined && rest.length === 0) return await withApplication(beside, (app) => reset(app, email))
  if (verb === 'create' && email !== undefined && rest.length === 0) return await withApplication(beside, (app) => create(app, email))
  throw new InputError(usage)
}

/** The table that somebody looks for who cannot sign in: by which address, and whether the account is active and has a second factor. */
async function list(): Promise<void> {
  const data = await openInstallation({ config: readConfig(process.env), log: createLog('warn') })
  try {
    const found = await data.db
      .selectFrom('users')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .orderBy('email')
      .select(['name', 'email', 'is_active', 'has_second_factor', 'last_login_at'])
      .execute()
    if (found.length === 0) console.log('There is no administrator yet. The set-up link is printed when the server starts.')
    for (const { name, email, is_active: isActive, has_second_factor: hasFactor, last_login_at: at } of found)
      console.log(
        [
          email,
          name,
          isActive ? 'active' : 'deactivated',
          hasFactor ? 'second factor' : 'no second factor',
          at === null ? 'never signed in' : `last signed in ${at.toISOString()}`,
        ].join('  '),
      )
  } finally {
    await data.close()
  }
}

/**
 * Resets an administrator who cannot sign in and has no other to ask. It counts as another person's intervention, like a reset by an administrator:
 * it is audited, the person is notified, and their codes stay closed until they prove themselves.
 */
async function reset(app: Application, email: string): Promise<void> {
  const account = await app.accounts.findByEmail(email)
  if (account?.role !== 'admin' || !account.is_active)
    throw new InputError(
      `${email} is not the address of an active administrator. Other people are helped under Users, by an administrator.`,
    )
  const link = await app.transaction(async (tx) => {
    const made = await app.links.make(tx, { purpose: 'reset_password', userId: account.id, email: account.email, isHandedOver: true })
    await tx.audit({
      action: 'user.password_link_made',
      target: { kind: 'user', id: account.id, name: account.name },
      after: { delivery: 'link', by },
    })
    return made
  })
  console.log(
    `\n  Open this link to set a new password for ${account.name}. Single use, until ${link['link.expires_at']}:\n  ${link['link.url']}\n`,
  )
  console.log(
    '  Recorded in the audit log. Their second factor is still required, and their codes stay closed until they prove who they are',
  )
  console.log('  with something from before, such as their PIN.\n')
}

/** Creates another administrator with a password that only they see. The others are notified, as of every new account. */
async function create(app: Application, email: string): Promise<void> {
  if (!emailField.safeParse(email).success) throw new InputError(`${email} is not an e-mail address.`)
  if ((await app.accounts.findByEmail(email)) !== undefined)
    throw new InputError(
      `${email} has an account already. An administrator gives it the role under Users; one who cannot sign in gets a link by ${commandLine('admin', `reset ${email}`)}.`,
    )
  // A discarded random password: without one the account would count as one that signs in through a provider.
  const prepared = await app.accounts.prepare({ name: 'Administrator', email, password: newToken() })
  const link = await app.transaction(async (tx) => {
    await app.accounts.create(tx, prepared, { role: 'admin', admitted: true, verified: false })
    await tx.audit({
      action: 'user.created',
      target: { kind: 'user', id: prepared.id, name: prepared.name },
      after: { email, role: 'admin', by },
    })
    return app.links.make(tx, { purpose: 'reset_password', userId: prepared.id, email, isHandedOver: true })
  })
  console.log(
    `\n  ${email} is an administrator now. Open this link to set the first password. Single use, until ${link['link.expires_at']}:\n  ${link['link.url']}\n`,
  )
  console.log('  Recorded in the audit log. The other administrators are notified.\n')
}
