import type { Keys } from '../keys/noun.ts'
import type { Machines } from '../machines/noun.ts'
import type { Identity } from '../platform/identity.ts'
import type { Sharing } from '../sharing/noun.ts'

/** Everything a program needs to take codes of one key. */
export interface SampleProgram {
  keyId: string
  token: string
}

export type ProgramServices = Pick<Sharing, 'giving' | 'groups'> & Pick<Machines, 'serviceAccounts' | 'serviceTokens'> & Pick<Keys, 'keys'>

/** A service account with a key of its own, as a pipeline has one. `owner` manages both. */
export async function seedProgram(running: ProgramServices, owner: Identity): Promise<SampleProgram> {
  const { group } = await running.groups.add(owner, 'Operations')
  const { service_account: account } = await running.serviceAccounts.add(owner, {
    group_id: group.id,
    name: 'Deploy bot',
    description: 'Signs in to the package registry to publish releases',
  })
  const { key } = await running.keys.add(owner, {
    name: 'Package registry',
    secret: 'KRSXG5DTNVQXI4DBNRWGC5DFNZTXG5BA',
    issuer: 'Package registry',
    account: 'releases@example.org',
    tags: ['Infrastructure'],
  })
  await running.giving.share(owner, key.id, { service_account_id: account.id, approval: 'none', permission: 'view' })
  const { secret } = await running.serviceTokens.create(
    owner,
    account.id,
    { name: 'Pipeline', expires_in_days: 1 },
    { address: '127.0.0.1' },
  )
  if (secret === undefined) throw new Error('The token of the sample program was not shown.')
  return { keyId: key.id, token: secret }
}
