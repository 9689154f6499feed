import type { Share } from '@twofold/contract/sharing/grants'

/** Name of a share's recipient: the person if known, otherwise the typed address, the group or the service account. */
export const shareName = ({
  name,
  email,
  group,
  service_account: program,
}: Pick<Share, 'name' | 'email' | 'group' | 'service_account'>): string => program?.name ?? group?.name ?? name ?? email ?? ''
