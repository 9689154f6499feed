import type { Role } from '@twofold/contract/accounts'
import type { RequestField } from '@twofold/contract/sentences/audit-fields'
import type { RequestAct } from '@twofold/contract/admin/requests'
import type { Settings } from '@twofold/contract/admin/settings'
import type { Said } from '@twofold/contract/said'
import type { Identity } from './identity.ts'
import type { Db } from './database.ts'
import type { WhileClosed } from './while-closed.ts'

/** Each has a name that administrators read in the audit log. */
export type RequestDetail = Partial<Record<RequestField, string>>

/** The effect of a call that waits for another administrator's approval. */
export interface WaitingAct {
  act: RequestAct
  subject: { id: string; name: string } | undefined
  reason: string
  /** Every fact, except secrets, that decides who can see or receive something: all of it is shown to the person who approves. */
  detail: RequestDetail
  /** The parts with which the call is carried out. */
  parts: CallerParts
  sameAs: string
  about: string[]
}

export interface CallerParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Carries out a call for a user who may no longer be there. Answers its message. */
export type Perform = (user: Identity, address: string, parts: CallerParts) => Promise<unknown>

/** A person that an act is about. */
export interface Target {
  id: string
  name: string
  email: string
  role: Role
  is_active: boolean
  has_had_key: boolean
  has_shared_keys: boolean
}

export interface JudgedFacts {
  findTarget: (id: string, options?: { deleted?: boolean }) => Promise<Target | undefined>
  judgeMany: (ids: string[]) => Promise<{ administrators: number; with_shared_keys: number }>
  /** Names of the keys of `ownerId` among `ids`, of all undecided ones of a leaver without them; the first ones only. */
  listKeyNames: (ownerId: string, ids: readonly string[] | undefined) => Promise<string[]>
  /** Counts people whose accounts an administrator ends; false, and nothing counted, where they are more than `most` since `since`. */
  takeEndings: (userId: string, people: number, within: { most: number; since: Date; now: Date }) => Promise<boolean>
}

/** Input of a judge: administrator `userId` makes the call with these parts. */
export interface Question {
  params: { id: string }
  body: Record<string, unknown>
  parts: CallerParts
  userId: string
  now: number
  policy: Readonly<Settings>
  /** The values that settings have after a reset. */
  defaults: Readonly<Settings>
  facts: JudgedFacts
  idsMatching: (filters: object) => Promise<string[]>
}

type JudgedAct = Omit<WaitingAct, 'parts' | 'sameAs'> & { parts?: CallerParts }

/** An act that happens at once, with exactly these parts. */
interface FixedAct {
  atOnce: CallerParts
}

/** Says what of an act has to wait for a second administrator; undefined: it happens at once. */
export type Judge = (question: Question) => Promise<JudgedAct | FixedAct | undefined>

/** Whether the act would have to wait by what `db` has now, and by these rules. */
export type JudgeAgain = (db: Db, rules?: Readonly<Settings>) => Promise<boolean>

/** An act that happens at once. `judgeAgain`: what was judged may change until the act holds it. */
export interface ActAtOnce {
  parts: CallerParts
  judgeAgain: JudgeAgain | undefined
}

/**
 * How a call that changes something needs a second administrator. `none`: it is carried out at once. `given`: the call itself is an approval of
 * another administrator's act, and takes the PIN and the second factor. A judge: the call may have to wait.
 */
export type Approval = 'none' | 'given' | Judge

/** An act on one person, as a judge says it, with their address: two people may have one name. */
export const actOn = (act: RequestAct, target: Target, rest: { reason?: unknown; detail?: RequestDetail } = {}): JudgedAct => ({
  act,
  subject: { id: target.id, name: target.name },
  reason: typeof rest.reason === 'string' ? rest.reason : '',
  detail: { email: target.email, ...rest.detail },
  about: [target.id],
})

/** A call with what its route says of closed accounts and second administrators. */
export interface DeclaredCall {
  whileClosed: WhileClosed
  approval: Approval
  perform: Perform
}

/** Handles calls that wait for approval. The noun `trust` provides it. */
export interface ApprovalGate {
  register: (call: string, declared: DeclaredCall) => void
  /** Undefined: nothing about the call can ever wait. */
  consider: (call: string, parts: CallerParts, user: Identity) => Promise<WaitingAct | ActAtOnce | undefined>
  ask: (call: string, act: WaitingAct, user: Identity, address: string) => Promise<Said & { request: { id: string } }>
}

/** The answer of a call whose act waits: 202. */
export class WaitingAnswer {
  readonly answer: Said & { request: { id: string } }

  constructor(answer: Said & { request: { id: string } }) {
    this.answer = answer
  }
}
