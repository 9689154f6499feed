import type { ProfileUser } from '@twofold/contract/profile'
import { TokensPanel } from '../../../machines/TokensPanel.tsx'

/** Programs that act for this person. */
export function TokensTab({ profile }: { profile: ProfileUser }) {
  return <TokensPanel isAdministrator={profile.role === 'admin'} />
}
