import type { Share } from '@twofold/contract/sharing'

/** Whom a share is for: the person when known, else the address as typed, or the group. */
export const shareName = ({ name, email, group }: Pick<Share, 'name' | 'email' | 'group'>): string => group?.name ?? name ?? email ?? ''
