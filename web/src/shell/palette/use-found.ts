import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { searchOffice, shortestSearch } from '@twofold/contract/admin/search'
import { KeyRound } from '../../ui/icons/KeyRound.ts'
import { Mail } from '../../ui/icons/Mail.ts'
import { UserRound } from '../../ui/icons/UserRound.ts'
import { useEffect, useState } from 'react'
import { queryOf } from '../../lib/query-of.ts'
import type { Section } from './commands.ts'

/** Milliseconds without a key after which the server is asked. */
const typingPause = 200

/** Results from the server: people, keys by name, e-mail templates. Empty if too little is typed. */
export function useFound(typed: string): Section[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.length < shortestSearch ? '' : typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    ...queryOf(['admin', 'search', q], searchOffice, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (q === '' || typed === '' || data === undefined) return []
  const openUser = (id: string) => void navigate({ to: '/admin/users/$id', params: { id } })
  return [
    {
      id: 'people',
      title: t`Users`,
      entries: data.users.map(({ id, name, email }) => ({
        id: `user-${id}`,
        label: name,
        note: email,
        icon: UserRound,
        run: () => openUser(id),
      })),
    },
    {
      id: 'keys',
      title: t`Keys`,
      entries: data.keys.map(({ id, name, owner }) => ({
        id: `key-${id}`,
        label: name,
        note: t`of ${owner.name}`,
        icon: KeyRound,
        run: () => openUser(owner.id),
      })),
    },
    {
      id: 'templates',
      title: t`E-mail templates`,
      entries: data.templates.map(({ slug, name }) => ({
        id: `template-${slug}`,
        label: name,
        note: slug,
        icon: Mail,
        run: () => void navigate({ to: '/admin/email/templates/$slug', params: { slug } }),
      })),
    },
  ]
}
