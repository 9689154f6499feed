import { useLingui } from '@lingui/react/macro'
import { duplicateTheme, initializeSystemThemes } from '@twofold/contract/mail-design/theme-calls'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { longToast } from '../../ui/toast-options.ts'
import { themesKey } from './themes.ts'

/** Makes a copy that can be changed. */
export function useDuplicateTheme() {
  const { t } = useLingui()
  return useAct({
    send: (slug: string) => call(duplicateTheme, { params: { slug } }),
    failed: t`Failed to duplicate theme`,
    renews: [themesKey],
    ...longToast,
  })
}

/** Brings the themes of the system back as they were made. */
export function useInitializeThemes() {
  const { t } = useLingui()
  return useAct({
    send: () => call(initializeSystemThemes),
    failed: t`Failed to initialize system themes`,
    renews: [themesKey],
    ...longToast,
  })
}
