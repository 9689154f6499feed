import type { Said } from '@twofold/contract/said'
import type { Identity } from './identity.ts'

/** What a call would do, where that waits for somebody else's agreement. */
export interface WaitingAct {
  act: string
  subject: { id: string; name: string } | undefined
  reason: string
  detail: Record<string, string>
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

/** Does what a call does, for somebody who may not be there any more. Answers its message. */
export type Perform = (user: Identity, address: string, parts: CallerParts) => Promise<unknown>

/** Which calls wait, and what becomes of them. The noun `trust` fills it in. */
export interface ApprovalGate {
  /** Whether acts of the call may have to wait. */
  concerns: (call: string) => boolean
  /** Whether by the call somebody agrees to what another administrator did or wants to do, which takes the PIN and the second factor. */
  agrees: (call: string) => boolean
  register: (call: string, perform: Perform) => void
  /** Undefined: the act happens at once. */
  consider: (call: string, parts: CallerParts, user: Identity) => Promise<WaitingAct | undefined>
  ask: (call: string, act: WaitingAct, user: Identity, address: string) => Promise<Said & { request: { id: string } }>
}

/** The answer of a call whose act waits: 202. */
export class WaitingAnswer {
  readonly answer: Said & { request: { id: string } }

  constructor(answer: Said & { request: { id: string } }) {
    this.answer = answer
  }
}
