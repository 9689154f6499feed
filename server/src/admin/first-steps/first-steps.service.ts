import { firstStep, type FirstStepName, type getFirstSteps } from '@twofold/contract/admin/first-steps'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { Db } from '../../platform/database.ts'
import { judgeTransport, type Transport } from '../health/judge-transport.ts'
import type { FirstStepsRepository } from './first-steps.repository.ts'

/** Setup progress of an installation. Every step follows from the present state: a step that is undone later is open again. */
export function createFirstStepsService(deps: {
  db: Db
  firstSteps: (db: Db) => FirstStepsRepository
  isMailAvailable: () => Promise<boolean>
  /** A backup without an accessible secret does not count. */
  findSecretSaved: () => Promise<Date | undefined>
  transport: () => Transport
}) {
  return {
    async read(userId: string): Promise<CallResponse<typeof getFirstSteps>> {
      const [facts, hasMail, savedAt] = await Promise.all([
        deps.firstSteps(deps.db).find(userId),
        deps.isMailAvailable(),
        deps.findSecretSaved(),
      ])
      const isEncrypted = judgeTransport(deps.transport()).status === 'healthy'
      const stateOf = (since: Date | null) => ({ done: since !== null, since: since?.toISOString() ?? null })
      const states: Record<FirstStepName, { done: boolean; since: string | null }> = {
        vault: stateOf(facts.vault),
        https: { done: isEncrypted, since: null },
        passkey: stateOf(facts.passkey),
        key: stateOf(facts.key),
        invite: stateOf(facts.invite),
        mail: { done: hasMail, since: null },
        backup: stateOf(facts.backup && savedAt ? laterOf(facts.backup, savedAt) : null),
      }
      return { steps: firstStep.options.map((name) => ({ name, ...states[name] })) }
    },
  }
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)

export type FirstStepsService = ReturnType<typeof createFirstStepsService>
