import './gate.css'
import { Trans } from '@lingui/react/macro'
import { Globe } from '../ui/icons/Globe.ts'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { openHelper } from '../lib/helper-dialog.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { MAIN_ID, useArrival } from './Page.tsx'

interface GateProps {
  title: string
  subtitle?: ReactNode
  /** Beneath the panel. */
  footer?: ReactNode
  children: ReactNode
}

/** The screen outside the vault: one panel in the middle, and at which address one is, since that is where passwords are typed. */
export function Gate({ title, subtitle, footer, children }: GateProps) {
  const heading = useArrival(title)
  return (
    <main id={MAIN_ID} className="gate">
      <p className="gate-logo">
        <Logo size={28} />
      </p>
      <div className="gate-panel">
        <div className="gate-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle !== undefined && <p className="text-text-2">{subtitle}</p>}
        </div>
        {children}
      </div>
      {footer && <div className="gate-foot">{footer}</div>}
      <p className="gate-address">
        <Icon icon={window.location.protocol === 'https:' ? LockKeyhole : Globe} />
        <span>
          <Trans>
            You are at <code>{window.location.host}</code>
          </Trans>
        </span>
      </p>
      <p className="gate-foot" data-row="">
        <TextButton onPress={openHelper}>
          <Trans>Keyboard and display</Trans>
        </TextButton>
        <LanguageSwitch />
      </p>
    </main>
  )
}
