import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `act` once another language is shown: sentences in the one from before are of no use. */
export function useLanguageChange(act: () => void): void {
  const { locale } = useLingui().i18n
  const shown = useRef(locale)
  const change = useEffectEvent(act)
  useEffect(() => {
    if (shown.current === locale) return
    shown.current = locale
    change()
  }, [locale])
}
