import { i18n } from '@lingui/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLanguage, languageKey, languageSetting } from '../lib/i18n.ts'

/** A language that is chosen in another tab is shown in this one too. */
export function FollowLanguage() {
  const client = useQueryClient()
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === languageKey) followLanguage(client)
    }
    // It may have been chosen before this listened.
    const chosen = languageSetting.get()
    if (chosen !== null && chosen !== i18n.locale) followLanguage(client)
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [client])
  return null
}
