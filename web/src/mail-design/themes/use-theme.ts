import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listThemes } from '@twofold/contract/mail-design/theme-calls'
import { themeQuery, themesKey } from './themes.ts'

/** One theme: the list's copy until the server answers, so that a dialog about it opens at once, and stays the same one. */
export function useTheme(slug: string) {
  const client = useQueryClient()
  const listed = () =>
    client
      .getQueriesData<CallResponse<typeof listThemes>>({ queryKey: [...themesKey, 'list'] })
      .flatMap(([, answer]) => answer?.themes.data ?? [])
      .find((theme) => theme.slug === slug)
  return useQuery({ ...themeQuery(slug), initialData: listed, initialDataUpdatedAt: 0 })
}
