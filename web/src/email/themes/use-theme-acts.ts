import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { duplicateTheme, initializeSystemThemes } from '@twofold/contract/email/theme-calls'
import { call } from '../../lib/call.ts'
import { toast } from '../../ui/toast.ts'
import { emailToast } from '../toast-options.ts'
import { themesKey } from './themes.ts'

/** Makes a copy that can be changed. */
export function useDuplicateTheme() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => call(duplicateTheme, { params: { slug } }),
    meta: { fallback: t`Failed to duplicate theme`, ...emailToast },
    onSuccess: ({ message }) => {
      toast.success(message, emailToast)
      return client.invalidateQueries({ queryKey: themesKey })
    },
  })
}

/** Brings the themes of the system back as they were made. */
export function useInitializeThemes() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(initializeSystemThemes),
    meta: { fallback: t`Failed to initialize system themes`, ...emailToast },
    onSuccess: ({ message }) => {
      toast.success(message, emailToast)
      return client.invalidateQueries({ queryKey: themesKey })
    },
  })
}
