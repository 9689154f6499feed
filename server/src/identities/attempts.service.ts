import type { IdentityProvider } from '@twofold/contract/accounts'
import { attemptMinutes, type ProviderAnswer } from '@twofold/contract/identities'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'
import type { Log } from '../platform/log.ts'
import type { IdentitiesRepository } from './identities.repository.ts'
import { boundClaims } from './bounded-claims.ts'
import { type Proven, type Provider, ProviderOutage, ProviderRefusal } from './provider.ts'
import type { Providers } from './configured-providers.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface AttemptsServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  identities: (db: Db) => IdentitiesRepository
  providers: Providers
  log: Log
}

export interface ProvenAttempt extends Proven {
  provider: IdentityProvider
  providerName: string
  remember: boolean
}

/**
 * The way to a provider and back. An attempt is good once, for ten minutes, in the browser that began it, for the provider and the purpose it
 * was begun for; the provider sees its state, nonce and challenge, and what answers them never leaves the server.
 */
export function createAttemptsService(deps: AttemptsServiceDeps) {
  const identities = deps.identities(deps.db)

  function requireProvider(id: IdentityProvider): Provider {
    const provider = deps.providers.get(id)
    if (provider === undefined) throw fail('identities.not_offered')
    return provider
  }

  function requireBrowser(client: Client): Buffer {
    const device = client.device()
    if (device === undefined) throw fail('identities.needs_browser')
    return hashToken(device)
  }

  /** The log gets to know why, the person cannot do anything about it. */
  async function ask<T>(id: IdentityProvider, provider: Provider, question: () => Promise<T>): Promise<T> {
    try {
      return await question()
    } catch (error) {
      if (!(error instanceof ProviderRefusal || error instanceof ProviderOutage)) throw error
      deps.log.warn({ provider: id, reason: error.message }, `a sign-in at a provider failed: ${error.name}`)
      const code = error instanceof ProviderRefusal ? 'identities.refused' : 'identities.unavailable'
      throw fail(code, { parameters: { provider: provider.name }, ...(code === 'identities.unavailable' ? { retryAfter: 10 } : {}) })
    }
  }

  return {
    /** Answers the URL to send the browser to. */
    async begin(id: IdentityProvider, client: Client, { userId, remember }: { userId: string | null; remember: boolean }) {
      const provider = requireProvider(id)
      const browserHash = requireBrowser(client)
      // The page that the browser comes back to has to know which of the two it was.
      const state = `${userId === null ? 'sign-in' : 'connect'}.${newToken()}`
      const [nonce, codeVerifier] = [newToken(), newToken()]
      const url = await ask(id, provider, () => provider.authorizationUrl({ state, nonce, codeVerifier }))
      await identities.putAttempt({
        state_hash: hashToken(state),
        provider: id,
        nonce,
        code_verifier: codeVerifier,
        user_id: userId,
        browser_hash: browserHash,
        remember,
        expires_at: new Date(deps.clock.now() + attemptMinutes * 60_000),
      })
      return { url: url.href }
    },

    /** Answers the identity. */
    async finish(answer: ProviderAnswer, client: Client, userId: string | null): Promise<ProvenAttempt> {
      const provider = requireProvider(answer.provider)
      const bound = {
        state_hash: hashToken(answer.state),
        provider: answer.provider,
        user_id: userId,
        browser_hash: requireBrowser(client),
      }
      const attempt = await identities.takeAttempt(bound, deps.clock.date())
      if (attempt === undefined) throw fail('identities.attempt_over')
      const secrets = { state: answer.state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier }
      const proven = await ask(answer.provider, provider, async () => boundClaims(await provider.prove(answer, secrets)))
      return { ...proven, provider: answer.provider, providerName: provider.name, remember: attempt.remember }
    },

    removable: (): RetentionTask[] => identities.removableAttempts(deps.clock.date()),
  }
}

export type AttemptsService = ReturnType<typeof createAttemptsService>
