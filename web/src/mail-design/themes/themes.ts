import { t } from '@lingui/core/macro'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@twofold/contract/endpoint'
import { getTheme, listThemePresets, listThemes, previewDesign, previewTheme } from '@twofold/contract/mail-design/theme-calls'
import type { ThemeDesign } from '@twofold/contract/mail-design/themes'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'
import { longToast } from '../../ui/toast-options.ts'

/** A change of a theme invalidates all of these: lists, single ones, pickers, previews. */
export const themesKey = ['admin', 'email', 'themes'] as const

export const themesQuery = (query: CallInput<typeof listThemes>['query']) => ({
  ...queryOf([...themesKey, 'list', query], listThemes, { query }),
  placeholderData: keepPreviousData,
  meta: { failure: () => t`Failed to fetch themes`, ...longToast },
})

export const themeQuery = (slug: string) =>
  queryOptions({
    queryKey: [...themesKey, 'one', slug],
    queryFn: async ({ signal }) => (await call(getTheme, { params: { slug } }, { signal })).theme,
  })

export const presetsQuery = queryOptions({
  queryKey: ['admin', 'email', 'theme-presets'],
  queryFn: async ({ signal }) => (await call(listThemePresets, undefined, { signal })).presets,
  staleTime: Infinity,
})

/** Fetched again whenever it is opened: its address is good for five minutes. */
export const themePreviewQuery = (slug: string) => ({
  ...queryOf([...themesKey, 'preview', slug], previewTheme, { params: { slug }, body: {} }),
  staleTime: 240_000,
  gcTime: 0,
  meta: { failure: () => t`Failed to preview theme`, ...longToast },
})

/** A design that is not saved yet. While a newer one is on its way, the one before it stays. */
export const designPreviewQuery = (design: ThemeDesign) => ({
  ...queryOf([...themesKey, 'design', design], previewDesign, { body: { design } }),
  placeholderData: keepPreviousData,
  staleTime: 240_000,
  gcTime: 0,
})
