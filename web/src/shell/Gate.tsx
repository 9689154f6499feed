import './gate.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Globe } from '../ui/icons/Globe.ts'
import { LockKeyhole } from '../ui/icons/LockKeyhole.ts'
import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { openHelper } from '../lib/helper-dialog.ts'
import { MAIN_ID, useArrival } from './Page.tsx'
import { locales, showLanguage } from '../lib/i18n.ts'
import { languageName } from '../lib/language-name.ts'

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

/** The other languages of the pages, before anybody is signed in. Nothing where there is one only. */
function LanguageSwitch() {
  const { i18n } = useLingui()
  const client = useQueryClient()
  return locales
    .filter((locale) => locale !== i18n.locale)
    .map((locale) => (
      <span key={locale} lang={locale}>
        <TextButton onPress={() => showLanguage(locale, client)}>{languageName(locale, locale)}</TextButton>
      </span>
    ))
}
