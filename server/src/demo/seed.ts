import type { Accounts } from '../accounts/noun.ts'
import { type Identity, unhindered } from '../platform/identity.ts'
import type { Transaction } from '../platform/transaction.ts'
import { type ProgramServices, type SampleProgram, seedProgram } from './seed-program.ts'
import { samplePassword, samplePeople, samplePin } from './sample-data.ts'

/** Manager of the sample service account. */
const programOwner = 'ann@example.org'

const day = 24 * 60 * 60 * 1000

export type SeededServices = ProgramServices & Pick<Accounts, 'accounts'> & { transaction: Transaction }

/** Fills an empty installation with the sample people, through the same rules as everybody. */
export async function seed(running: SeededServices): Promise<SampleProgram> {
  const people = new Map<string, Identity>()
  for (const person of samplePeople) {
    const prepared = await running.accounts.prepare({ name: person.name, email: person.email, password: samplePassword, pin: samplePin })
    const account = await running.transaction((tx) =>
      running.accounts.create(tx, prepared, { role: person.role, admitted: true, verified: true }),
    )
    people.set(person.email, { ...account, ...unhindered, sessionId: '' })
  }
  const requirePerson = (email: string) => {
    const person = people.get(email)
    if (person === undefined) throw new Error(`The sample data names ${email}, who is not in it.`)
    return person
  }
  for (const person of samplePeople) {
    const by = requirePerson(person.email)
    for (const { sharedWith = [], ...body } of person.keys) {
      const { key } = await running.keys.add(by, body)
      for (const { email, permission, days } of sharedWith) {
        const end = days === undefined ? null : new Date(Date.now() + days * day).toISOString()
        await running.giving.share(by, key.id, { email, permission, expires_at: end })
      }
    }
  }
  return seedProgram(running, requirePerson(programOwner))
}
