import { useLingui } from '@lingui/react/macro'
import type { IdentityProvider, OfferedProvider } from '@twofold/contract/accounts'
import { beginIdentitySignIn } from '@twofold/contract/identities'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { OrLine } from '../ui/OrLine.tsx'
import { toast } from '../ui/toast.ts'
import { useDeparture } from './use-departure.ts'

const noticeDuration = 3000

/** Their buttons are always there, as the specification has it. */
const wellKnown = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
] as const

interface SocialSignInProps {
  /** Undefined while it is not known yet. */
  providers: readonly OfferedProvider[] | undefined
  /** The same, waited for. */
  findProviders: () => Promise<readonly OfferedProvider[]>
  /** Whether to stay signed in. */
  remember: () => boolean
}

/** The other ways to sign in. A button of a provider that the installation has not configured says so. */
export function SocialSignIn({ providers, findProviders, remember }: SocialSignInProps) {
  const { t } = useLingui()
  const { depart, goingWith } = useDeparture(
    async ({ id, name: provider }: { id: IdentityProvider; name: string }) => {
      const offered = await findProviders()
      if (offered.some((one) => one.id === id)) return call(beginIdentitySignIn, { body: { provider: id, remember: remember() } })
      toast.info(t`${provider} login will be implemented soon!`, { duration: noticeDuration })
      return undefined
    },
    t`An error occurred. Please try again.`,
  )
  const issuer = providers?.find(({ id }) => id === 'oidc')
  return (
    <div className="grid gap-5">
      <OrLine />
      <div className="grid grid-cols-2 gap-3">
        {[...(issuer ? [issuer] : []), ...wellKnown].map((provider) => (
          <Button
            key={provider.id}
            block
            className={provider.id === 'oidc' ? 'col-span-2' : ''}
            pending={goingWith?.id === provider.id}
            onPress={() => depart(provider)}
          >
            {provider.name}
          </Button>
        ))}
      </div>
    </div>
  )
}
