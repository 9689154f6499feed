import { hash } from 'node:crypto'
import { accessTokenType, subjectTokenTypes } from '@twofold/contract/oauth'
import { type RefusalReason, workloadLimits } from '@twofold/contract/workload'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { type Asserted, readAsserted, verifyAssertion } from './assertion.ts'
import type { ExchangeFacts, ExchangeRepository } from './exchange.repository.ts'
import { type Grant, requireParameter } from './grant.ts'
import type { IssuerKeys } from './issuer-keys.service.ts'
import { makeToken, unlimited } from './make-token.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'
import { type Claims, judge } from './trust-rules.ts'
import { runOf } from './workload-run.ts'
import { createExchangeRefusals } from './exchange-refusals.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const hour = 60 * 60 * 1000

export interface ExchangeDeps extends ServiceDeps {
  exchanges: (db: Db) => ExchangeRepository
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'listManagers'>
  issuerKeys: IssuerKeys
  activity: Pick<ActivityService, 'record'>
  audienceOf: (accountId: string) => string
}

/** Scopes of a workload's token. */
const scopes = ['codes:take'] as const

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Exchanges a workload's token from an issuer for a short-lived one of ours (RFC 8693). Neither is stored. */
export function createExchangeService(deps: ExchangeDeps) {
  const { noteRefused, notifyReplayed } = createExchangeRefusals(deps)

  /** The audience picks the account, before any rule is read: a token that is meant for anybody else ends here. */
  async function findFacts({ issuer, audience }: Asserted): Promise<ExchangeFacts | undefined> {
    const accountId = audience.slice(audience.lastIndexOf('/') + 1)
    if (!isId(accountId) || audience !== deps.audienceOf(accountId)) return undefined
    return deps.exchanges(deps.db).find(issuer, accountId, deps.clock.date())
  }

  const exchange: Grant = async (parameters, { address }) => {
    const token = requireParameter(parameters, 'subject_token')
    const type = requireParameter(parameters, 'subject_token_type')
    if (!subjectTokenTypes.includes(type)) throw fail('oauth.missing_parameter', { parameters: { name: 'subject_token_type' } })
    if ((parameters.requested_token_type ?? accessTokenType) !== accessTokenType)
      throw fail('oauth.missing_parameter', { parameters: { name: 'requested_token_type' } })

    const asserted = readAsserted(token)
    const facts = asserted && (await findFacts(asserted))
    if (asserted === undefined || facts === undefined) throw fail('oauth.invalid_grant')
    const keys = await deps.issuerKeys.find(facts.issuer, asserted.keyId)
    const verified = await verifyAssertion(token, keys, { ...facts.issuer, audience: asserted.audience, now: facts.now })
    if (verified === undefined) throw fail('oauth.invalid_grant')
    const { claims } = verified
    const trust = verified.isTimely ? findTrust(facts, claims) : 'time'
    if (typeof trust === 'string') {
      await deps.transaction((tx) => noteRefused(tx, facts, trust, claims, address))
      throw fail('oauth.invalid_grant')
    }

    const run = runOf(facts.issuer, claims)
    // Hash of the signed part: the same token may be spelled with another signature.
    const digest = hash('sha256', token.slice(0, token.lastIndexOf('.')), 'buffer')
    const made = await deps.transaction(async (tx) => {
      const exchanges = deps.exchanges(tx.db)
      if (!(await exchanges.hold(facts.account.id, trust))) return 'oauth.invalid_grant'
      if (!(await exchanges.claim(facts.issuer.id, digest, verified.expiresAt))) {
        await notifyReplayed(tx, facts, digest, claims, address)
        return 'workload.replayed'
      }
      const now = deps.clock.now()
      const { row, secret } = makeToken('wid', {
        ...unlimited,
        user_id: null,
        service_account_id: facts.account.id,
        name: trust.name,
        scopes: [...scopes],
        takes_per_day: workloadLimits.takes,
        created_by: trust.created_by,
        created_at: new Date(now),
        expires_at: new Date(now + trust.minutes * 60_000),
      })
      await exchanges.putToken(row, trust.id, run)
      await tx.publish('token.created', { token_id: row.id, owner_id: facts.account.id })
      return { secret }
    })
    if (typeof made === 'string') throw fail(made)
    return {
      access_token: made.secret,
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: trust.minutes * 60,
      scope: scopes.join(' '),
    }
  }

  return {
    exchange,
    removable(): RetentionTask[] {
      const now = deps.clock.now()
      return deps.exchanges(deps.db).removable(new Date(now - hour), new Date(now - workloadLimits.refusedHours * hour))
    },
  }
}

function findTrust({ issuer, account, trusts }: ExchangeFacts, claims: Claims): ExchangeFacts['trusts'][number] | RefusalReason {
  if (account.is_suspended) return 'suspended'
  const judged = trusts.map((trust) => ({ trust, is: judge(issuer.kind, trust.rules, claims) }))
  const found = judged.find(({ is }) => is === 'matches')
  return found?.trust ?? (judged.some(({ is }) => is === 'event') ? 'event' : 'no_rule')
}
