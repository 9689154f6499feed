import { useLingui } from '@lingui/react/macro'
import type { IdentityProvider, OfferedProvider } from '@twofold/contract/accounts'
import { beginIdentitySignIn } from '@twofold/contract/identities'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { useDeparture } from './use-departure.ts'

const noticeDuration = 3000

/** /login2 always has these buttons, as specified. */
const wellKnown = [
  { id: 'google', name: 'Google' },
  { id: 'facebook', name: 'Facebook' },
] as const

interface SocialSignInProps {
  /** Undefined while it is not known yet. */
  providers: readonly OfferedProvider[] | undefined
  /** The same, awaited. */
  findProviders: () => Promise<readonly OfferedProvider[]>
  /** Google and Facebook are offered whether or not the installation has configured them. */
  withWellKnown: boolean
  remember: () => boolean
}

/** The other ways to sign in. A button of a provider that the installation has not configured says so. */
export function SocialSignIn({ providers = [], findProviders, withWellKnown, remember }: SocialSignInProps) {
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
  const offered: readonly { id: IdentityProvider; name: string }[] = withWellKnown
    ? [...providers.filter(({ id }) => id === 'oidc'), ...wellKnown]
    : providers
  return (
    <div className="grid grid-cols-2 gap-3">
      {offered.map((provider) => (
        <Button
          key={provider.id}
          block
          className={offered.length === 1 || provider.id === 'oidc' ? 'col-span-2' : ''}
          pending={goingWith?.id === provider.id}
          onPress={() => depart(provider)}
        >
          {provider.name}
        </Button>
      ))}
    </div>
  )
}
