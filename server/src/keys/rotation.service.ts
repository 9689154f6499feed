import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import type { rotateKey } from '@twofold/contract/keys'
import type { KeyParameters } from '@twofold/contract/otpauth'
import { say } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { prepareSecret, windowAt } from '../platform/otp.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccessService } from './access.service.ts'
import type { DetailService } from './detail.service.ts'
import { resolveKey } from './key-parameters.ts'
import type { KeysRepository } from './keys.repository.ts'
import type { LeasesRepository } from './leases.repository.ts'
import { secretBytes } from './secret-bytes.ts'
import type { RotationRepository } from './rotation.repository.ts'
import { secretPlace } from './secret-place.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

type RotateKeyBody = CallParts<typeof rotateKey>['body']

/** Windows before the present one that the first of the two codes may be from: a person has to wait for the second code, and to switch back. */
const windowsBack = 10

export interface RotationServiceDeps extends Pick<ServiceDeps, 'clock' | 'transaction'> {
  keys: (db: Db) => KeysRepository
  leases: (db: Db) => Pick<LeasesRepository, 'nextGeneration'>
  rotation: (db: Db) => RotationRepository
  details: Pick<DetailService, 'present'>
  access: Pick<AccessService, 'lock'>
  crypto: Pick<Crypto, 'openDataKey'>
  activity: Pick<ActivityService, 'record'>
  /** Takes the key off lists of secrets to renew. Answers how many entries there were. */
  noteRotated: (tx: Tx, owner: Identity, key: { id: string; name: string; withBackupCodes: boolean }) => Promise<number>
}

/** A key gets another secret in its place: who has it, its history and its name stay. */
export function createRotationService(deps: RotationServiceDeps) {
  /** Tells those who have the key. Answers how many people and addresses that are. */
  async function notify(tx: Tx, owner: Identity, key: { id: string; name: string; issuer: string | null }): Promise<number> {
    const keys = deps.keys(tx.db)
    const actor = { id: owner.id, name: owner.name }
    const now = deps.clock.date()
    const [recipients, people] = await Promise.all([keys.listRecipients(key.id, now), keys.countPeople(key.id, now)])
    for (const userId of recipients) {
      await deps.activity.record(tx, { userId, kind: 'shared_key_rotated', actor, detail: { name: key.name } })
      const data = { 'key.name': key.name, 'key.issuer': key.issuer ?? '', 'share.by': owner.name }
      await tx.emit('key.rotated', { to: { user_id: userId }, data })
    }
    return people
  }

  return {
    /** The route has asked for the PIN. */
    async rotate(user: Identity, id: string, body: RotateKeyBody): Promise<CallResponse<typeof rotateKey>> {
      if ((body.secret ?? '').trim() === '' && body.uri === undefined) throw failField('keys.secret_required', 'secret')
      return deps.transaction(async (tx) => {
        const access = await deps.access.lock(tx.db, user.id, id, 'owner')
        const keys = deps.keys(tx.db)
        const key = await keys.findWhole(id, user.id)
        if (key === undefined) throw fail('keys.not_found')
        const parameters = await newParameters(body, key)
        const { secret: _text, issuer: _issuer, account: _account, ...settings } = parameters
        const dataKey = deps.crypto.openDataKey(key.data_key, key.owner_id)
        const secret = secretBytes(parameters.secret)
        if (dataKey.open(secretPlace(key), key.secret).equals(secret)) throw failField('keys.secret_unchanged', 'secret')
        const counter = nextCounter(parameters, secret, body.codes, deps.clock.now())
        const change = { ...settings, counter, secret: dataKey.seal(secretPlace({ ...key, ...settings }), secret) }

        await keys.change(id, change, deps.clock.date())
        await deps.leases(tx.db).nextGeneration(id)
        const withBackupCodes = body.drop_backup_codes ?? false
        const rotation = deps.rotation(tx.db)
        if (withBackupCodes) await rotation.removeBackupCodes(id)
        await rotation.put({
          id: uuid(),
          key_id: id,
          rotated_by: user.id,
          with_backup_codes: withBackupCodes,
        })
        await deps.activity.record(tx, { userId: user.id, kind: 'key_rotated', detail: { name: key.name } })
        const [shown, told, closed] = await Promise.all([
          deps.details.present(tx.db, user, access),
          notify(tx, user, key),
          deps.noteRotated(tx, user, { id, name: key.name, withBackupCodes }),
        ])
        return { key: shown, told, renewals_closed: closed, ...say('key.rotated', { name: key.name }) }
      })
    },
  }
}

export type RotationService = ReturnType<typeof createRotationService>

/** A link says everything. Beside a secret alone, what is not said stays as the key has it. */
async function newParameters(
  { codes: _codes, drop_backup_codes: _drop, ...body }: RotateKeyBody,
  key: Pick<KeyParameters, 'kind' | 'algorithm' | 'digits' | 'period'>,
): Promise<KeyParameters> {
  const isLink = body.uri !== undefined || /^otpauth:/i.test(body.secret?.trim() ?? '')
  if (isLink || (body.type ?? key.kind) !== key.kind) return (await resolveKey(body)).parameters
  const { algorithm, digits, period } = key
  const kept = key.kind === 'hotp' ? { algorithm, digits } : { algorithm, digits, period: period ?? undefined }
  const said = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  return (await resolveKey({ type: key.kind, ...kept, ...said })).parameters
}

/** Next counter of a counter-based key, since both codes are used; null for others. */
function nextCounter(
  { kind, algorithm, digits, period, counter }: KeyParameters,
  secret: Uint8Array,
  codes: readonly [string, string],
  now: number,
) {
  const prepared = prepareSecret(secret, algorithm)
  const at = (step: number) => (kind === 'steam' ? prepared.steamCode(step) : prepared.code(step, digits))
  const [one, two] = codes.map((code) => code.replaceAll(/\s/g, '').toUpperCase())
  const areInARow = (step: number) => step >= 0 && at(step) === one && at(step + 1) === two
  if (period === null) {
    const first = counter ?? 0
    if (!areInARow(first)) throw failField('keys.codes_not_in_a_row', 'codes')
    return first + 2
  }
  const present = windowAt(now, period)
  // One window ahead, as the person's clock may be.
  for (let step = present + 1; step >= present - windowsBack; step -= 1) if (areInARow(step)) return null
  throw failField('keys.codes_not_in_a_row', 'codes')
}
