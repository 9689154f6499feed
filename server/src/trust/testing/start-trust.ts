import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Closing, HandOnAccount, TrustRepository } from '../trust.repository.ts'
import { offerMethods } from '../../platform/offer-methods.ts'
import type { ClosingRows } from '../closing-rows.ts'
import { createTrustService } from '../trust.service.ts'

export const day = 24 * 60 * 60 * 1000

export const now = Date.UTC(2026, 0, 1)

export const at = (milliseconds: number) => new Date(now + milliseconds)

export const tx = { db: {} as Db }

export interface Known {
  quarantineDays?: number
  hasAnyKey?: boolean
  hasHadKey?: boolean
  isDeleted?: boolean
  uses?: { is_essential: boolean; events: string[] }[]
  hasHandOnTheWay?: boolean
  hasHand?: boolean
  closing?: Partial<Closing>
  hasHandOf?: boolean
  madeOneOf?: boolean
  hands?: HandOnAccount[]
  createdAt?: Date
}

export const ann = { name: 'Ann', email: 'ann@example.org' }

const neverClosed: Closing = {
  secrets_closed_until: null,
  codes_closed_until: null,
  closed_at: null,
  stopped_at: null,
  needs_proof: false,
  password_changed_at: null,
  pin_changed_at: null,
}

/** A service on what the database knows, and what it asked and wrote. */
export function startTrust(known: Known = {}) {
  const steps: unknown[] = []
  const answer =
    <T>(name: string, value: T) =>
    (...input: unknown[]) => {
      steps.push([name, ...input])
      return Promise.resolve(value)
    }
  const rows = {
    hasAnyKey: answer('hasAnyKey', known.hasAnyKey ?? true),
    hasHadKey: answer('hasHadKey', known.hasHadKey ?? true),
    findToClose: answer('findToClose', { hasHadKey: known.hasHadKey ?? true, person: known.isDeleted === true ? undefined : ann }),
    findUseOf: answer('findUseOf', known.uses ?? []),
    hasHandOnTheWay: answer('hasHandOnTheWay', known.hasHandOnTheWay ?? false),
    hasHand: answer('hasHand', known.hasHand ?? false),
    findClosing: (id: string) =>
      answer('findClosing', id === 'ann' && known.closing ? { ...neverClosed, ...known.closing } : undefined)(id),
    hasHandOf: answer('hasHandOf', known.hasHandOf ?? false),
    madeOneOf: answer('madeOneOf', known.madeOneOf ?? false),
    listHandsOn: answer('listHandsOn', known.hands ?? []),
    closeSecrets: answer('closeSecrets', undefined),
    stop: answer('stop', true),
    findCreatedAt: answer('findCreatedAt', known.createdAt),
    put: answer('put', undefined),
    doubtAddress: answer('doubtAddress', undefined),
    wasWayTouched: answer('wasWayTouched', known.hasHandOnTheWay ?? false),
    close: answer('close', undefined),
    recordProof: answer('recordProof', undefined),
    removable: (until: Date) => [until],
  } as unknown as TrustRepository
  const closings = offerMethods(
    () => rows as never,
    'close',
    'closeSecrets',
    'doubtAddress',
    'holdClosed',
    'recordProof',
    'stop',
  ) as unknown as ClosingRows
  const trust = createTrustService({
    db: tx.db,
    trust: () => rows,
    closings: () => closings,
    policy: { quarantine_days: known.quarantineDays ?? 1 },
    hasSecond: () => Promise.resolve(false),
    notify: (_db, notice) => answer('notify', undefined)(notice),
    clock: createManualClock(now),
  })
  const names = () => steps.map((step) => (step as string[])[0])
  return { trust, steps, names }
}
