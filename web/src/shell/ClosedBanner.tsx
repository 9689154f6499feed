import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ClosedAccount } from '@twofold/contract/trust'
import { ShieldAlert } from '../ui/icons/ShieldAlert.ts'
import { HandSentence } from '../ui/HandSentence.tsx'
import { Banner } from '../ui/Banner.tsx'

/** On every screen while the account is closed after somebody else's act: the act and its actor, and a link to the page that helps. */
export function ClosedBanner({ closing }: { closing: ClosedAccount }) {
  const [newest] = closing.hands
  return (
    <div role="status">
      <Banner
        icon={ShieldAlert}
        action={
          <Link to="/account-closed">
            <Trans>What helps</Trans>
          </Link>
        }
      >
        {newest ? <HandSentence {...newest} /> : <Trans>Your password or PIN was set by a link that others may have had.</Trans>}{' '}
        <Trans>Your codes are closed.</Trans>
      </Banner>
    </div>
  )
}
