import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import { getPreferences, type Preference, putPreferences } from '@twofold/contract/profile'
import { type ActOptions, useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { queryOf } from '../lib/query-of.ts'
import { profileToastDuration } from './profile.ts'

/** The person's choices of optional e-mails. */
export const preferencesQuery = queryOf(['profile', 'preferences'], getPreferences)

/** Switches an optional e-mail on or off, optimistically; reverted if saving fails. */
export function useChoosePreference() {
  const client = useQueryClient()
  const show = (event: string, is_wanted: boolean) =>
    client.setQueryData(
      preferencesQuery.queryKey,
      (answer) => answer && { ...answer, data: answer.data.map((one) => (one.event === event ? { ...one, is_wanted } : one)) },
    )
  return usePreferenceAct({
    send: ({ event, is_wanted }: Pick<Preference, 'event' | 'is_wanted'>) =>
      call(putPreferences, { body: { preferences: { [event]: is_wanted } } }),
    shows: async ({ event, is_wanted }) => {
      await client.cancelQueries(preferencesQuery)
      show(event, is_wanted)
      return () => show(event, !is_wanted)
    },
  })
}

/** Sets the language of the person's pages, and of their e-mails; null: the browser's. `onSaved` shows it. */
export const useChooseLanguage = (onSaved: (page_language: string | null) => void) =>
  usePreferenceAct({
    send: (page_language: string | null) => call(putPreferences, { body: { page_language } }),
    said: false,
    onAnswer: (_, page_language) => onSaved(page_language),
  })

/** Sets the language of the person's e-mails; null: the originals'. */
export function useChooseMailLanguage() {
  const client = useQueryClient()
  return usePreferenceAct({
    send: (language: string | null) => call(putPreferences, { body: { language } }),
    onAnswer: ({ message: _message, ...answer }) => client.setQueryData(preferencesQuery.queryKey, answer),
  })
}

/** Saves choices at once, one after the other. */
function usePreferenceAct<Input>(
  act: Pick<ActOptions<CallResponse<typeof putPreferences>, Input>, 'send' | 'said' | 'shows' | 'onAnswer'>,
) {
  const { t } = useLingui()
  return useAct({
    ...act,
    scope: 'preferences',
    failed: t`Your choice could not be saved. Please try again.`,
    renews: [],
    duration: profileToastDuration,
  })
}
