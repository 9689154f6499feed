import { useQuery } from '@tanstack/react-query'
import { listServiceAccounts } from '@twofold/contract/service-accounts'
import { queryOf } from '../../lib/query-of.ts'
import { contactsQuery } from '../invitations/invitation-words.ts'
import { groupsQuery } from '../memberships/groups.ts'
import type { Target } from './targets.ts'

const serviceAccountsQuery = queryOf(['service-accounts'], listServiceAccounts)

/** Recipients that can be found by a few letters: the user's contacts, own groups, and managed service accounts. */
export function useKnownTargets(): { known: readonly Target[]; isLoading: boolean } {
  const contacts = useQuery(contactsQuery)
  const groups = useQuery(groupsQuery)
  const programs = useQuery(serviceAccountsQuery)
  return {
    known: [
      ...(contacts.data?.data ?? []).map((person) => ({ kind: 'person' as const, ...person })),
      ...(groups.data?.own_groups ?? []).map(({ id, name, members }) => ({ kind: 'group' as const, id, name, members })),
      ...(programs.data?.data ?? []).map(({ id, name }) => ({ kind: 'service-account' as const, id, name })),
    ],
    // Only suggestions: sharing works without them.
    isLoading: contacts.isLoading || groups.isLoading || programs.isLoading,
  }
}
