import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { checkLink } from '@twofold/contract/links'
import { type ReactNode, useState } from 'react'
import { type Asked, Loaded } from '../kits/Loaded.tsx'
import type { GoodLink } from '../kits/use-link-form.ts'
import { queryOf } from '../lib/query-of.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Skeleton } from '../ui/Loading.tsx'
import { Gate } from './Gate.tsx'

type Checked = CallResponse<typeof checkLink>
export type LinkPurpose = NonNullable<Checked['purpose']>

/** Reason why a link does not work. `incomplete`: it has no token at all. */
export type LinkFault = 'used' | 'expired' | 'wrong' | 'incomplete'

interface LinkGateProps {
  /** Title while the link's purpose is unknown. */
  title: string
  token: string | undefined
  purposes: readonly LinkPurpose[]
  good: (link: GoodLink & { purpose: LinkPurpose }) => ReactNode
  /** Instead of the used-up link, once `onDone` was called. */
  done?: ReactNode
  unusable: (fault: LinkFault, purpose: LinkPurpose | null) => ReactNode
}

/** Checks an e-mailed link without using it up, and shows its screen, or why it does not work. */
export function LinkGate({ title, token, purposes, good, done, unusable }: LinkGateProps) {
  const { t } = useLingui()
  const link = useQuery({
    ...queryOf(['link', token], checkLink, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const [doneWith, setDoneWith] = useState<string>()
  if (token === undefined) return unusable('incomplete', null)
  if (doneWith === token) return done
  if (!link.data) {
    return (
      <Gate title={title} subtitle={link.isPending ? t`Checking the link...` : undefined}>
        <LinkCheck link={link} />
      </Gate>
    )
  }
  const { state, purpose, email } = link.data
  if (state !== 'good') return unusable(state, purpose)
  if (purpose === null || email === null || !purposes.includes(purpose)) return unusable('wrong', purpose)
  return good({ email, purpose, token, recheck: () => void link.refetch(), onDone: () => setDoneWith(token) })
}

interface LinkCheckProps {
  link: Asked<unknown>
  /** Number of fields in the outline. */
  fields?: number
}

/**
 * Shown while a link is checked, or after a failed check. The caller renders the same gate around this and the following content, so that React keeps
 * it, and with it the focus.
 */
export function LinkCheck({ link, fields = 1 }: LinkCheckProps) {
  const { t } = useLingui()
  return (
    <Loaded
      of={link}
      failed={t`The link could not be checked`}
      level={2}
      outline={
        <div className="grid gap-5">
          {Array.from({ length: fields }, (_, field) => (
            <Skeleton key={field} height="2.5rem" />
          ))}
          <Skeleton height="3rem" />
        </div>
      }
    />
  )
}

interface UnusableLinkProps {
  title: string
  reason: ReactNode
  /** The way onward, above that to the sign-in screen. */
  children?: ReactNode
}

export function UnusableLink({ title, reason, children }: UnusableLinkProps) {
  return (
    <Gate title={title} subtitle={reason}>
      {children}
      <LinkButton to="/login" block>
        <Trans>Go to sign-in</Trans>
      </LinkButton>
    </Gate>
  )
}

interface FaultyLinkProps {
  fault: LinkFault
  /** Explanation of each fault on this screen, and the remedy. A link without a token counts as incomplete. */
  reasons: Record<Exclude<LinkFault, 'incomplete'>, string>
  children?: ReactNode
}

/** Like `UnusableLink`, for a checked link: the title follows from its fault. */
export function FaultyLink({ fault, reasons, children }: FaultyLinkProps) {
  const { t } = useLingui()
  const known = fault === 'incomplete' ? 'wrong' : fault
  const titles = { used: t`This link was used already`, expired: t`This link is no longer valid`, wrong: t`This link is incomplete` }
  return (
    <UnusableLink title={titles[known]} reason={reasons[known]}>
      {children}
    </UnusableLink>
  )
}
