import type { Share } from '@twofold/contract/sharing/grants'

/** Whom a share is for: the person when known, else the address as typed, or the group or service account. */
export const shareName = ({
  name,
  email,
  group,
  service_account: program,
}: Pick<Share, 'name' | 'email' | 'group' | 'service_account'>): string => program?.name ?? group?.name ?? name ?? email ?? ''
