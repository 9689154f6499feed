import { useLingui } from '@lingui/react'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Tooltips } from '../ui/Tooltips.tsx'

/** Context of every widget. React Aria needs the language, and a router so that links inside menus do not reload the page. */
export function WidgetSetup({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const router = useRouter()
  return (
    <I18nProvider locale={i18n.locale}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        {children}
        <Tooltips />
      </RouterProvider>
    </I18nProvider>
  )
}
