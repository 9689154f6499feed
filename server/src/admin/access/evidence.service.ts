import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AccessFilters } from '@twofold/contract/admin/access'
import type { AuditChain } from '../../platform/audit-chain/audit-chain.ts'
import { csvRecord } from '../../platform/csv.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import { zip, type ZippedFile } from '../../platform/zip.ts'
import type { ReviewsService } from '../../reviews/reviews.service.ts'
import { type EvidenceFile, evidencePage } from './evidence-page.ts'
import type { LedgerService } from './ledger.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

export interface EvidenceServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  ledger: Pick<LedgerService, 'csv' | 'history' | 'knownSince'>
  reviews: Pick<ReviewsService, 'listAll'>
  chain: Pick<AuditChain, 'seal' | 'signer'>
  policy: Pick<Policy, 'name'>
}

type Range = Pick<AccessFilters, 'from' | 'to'>

const reviewColumns = [
  'review',
  'about',
  'started by',
  'started',
  'due',
  'state',
  'owner',
  'key or group',
  'kind',
  'who',
  'level',
  'answer',
  'answered by',
  'answered',
  'outcome',
]

/** Everything that is known of access, as one file that can be handed to an auditor: names and times, hashed and signed. */
export function createEvidenceService(deps: EvidenceServiceDeps) {
  const { ledger, chain } = deps

  async function* reviewsCsv(): AsyncGenerator<string[]> {
    yield [csvRecord(reviewColumns)]
    for await (const record of deps.reviews.listAll()) yield [csvRecord(record)]
  }

  /** Hands a file on, and counts and hashes what is handed on. */
  async function* noting(name: string, batches: AsyncIterable<string[]>, made: EvidenceFile[]): AsyncGenerator<string> {
    const sum = createHash('sha256')
    let records = 0
    for await (const batch of batches) {
      const piece = batch.join('')
      sum.update(piece)
      records += batch.length
      yield piece
    }
    made.push({ name, rows: name.endsWith('.csv') ? records - 1 : null, sha256: sum.digest('hex') })
  }

  async function* filesOf(by: Identity, range: Range): AsyncGenerator<ZippedFile> {
    const begunAt = deps.clock.date()
    const { checkpoint } = await chain.seal()
    const made: EvidenceFile[] = []
    const put = (name: string, batches: AsyncIterable<string[]>): ZippedFile => ({ name, pieces: noting(name, batches, made) })
    yield put('access-now.csv', ledger.csv({ question: 'access' }))
    yield put('access-history.csv', ledger.history(range))
    yield put('showings.csv', ledger.csv({ question: 'showings', ...range }))
    yield put('secrets.csv', ledger.csv({ question: 'secrets' }))
    yield put('reviews.csv', reviewsCsv())
    yield put('checkpoint.json', Readable.from([[`${JSON.stringify(checkpoint ?? null, null, 2)}\n`]]))
    const readUntil = deps.clock.date()
    const page = evidencePage({
      appName: deps.policy.name,
      by: `${by.name} (${by.email})`,
      begunAt,
      readUntil,
      range: { from: range.from, to: range.to },
      knownSince: await ledger.knownSince(),
      files: [...made],
      fingerprint: chain.signer.fingerprint,
      checkpoint: checkpoint?.statement,
    })
    yield put('index.html', Readable.from([[page]]))
    const statement = {
      kind: 'twofold-evidence-1',
      made_at: begunAt.toISOString(),
      read_until: readUntil.toISOString(),
      range: { from: range.from ?? null, to: range.to ?? null },
      files: made,
      checkpoint: checkpoint?.statement ?? null,
    } as const
    yield { name: 'manifest.json', pieces: once(`${JSON.stringify(chain.signer.sign(statement), null, 2)}\n`) }
  }

  return {
    /** The ZIP, piece by piece. That it was taken is written down first, so that its own checkpoint has it. */
    async make(by: Identity, range: Range): Promise<AsyncGenerator<Uint8Array>> {
      await deps.transaction((tx) => tx.audit({ action: 'access.evidence_made', after: { ...range } }))
      return zip(filesOf(by, range), deps.clock.date())
    },
  }
}

export type EvidenceService = ReturnType<typeof createEvidenceService>

const once = (text: string): AsyncIterable<string> => Readable.from([text])
