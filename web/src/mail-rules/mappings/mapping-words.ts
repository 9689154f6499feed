import { useLingui } from '@lingui/react/macro'
import type { EventDescription } from '@twofold/contract/mail-rules/mapping-calls'
import type { EventCategory } from '@twofold/contract/mail-rules/mappings'
import type { BadgeTone } from '../../ui/Badge.tsx'
import type { MappingStatus } from './mapping-status.ts'

export const statusTones: Record<MappingStatus, BadgeTone> = { active: 'success', inactive: 'neutral', missing: 'danger' }

export function useStatusLabels(): Record<MappingStatus, string> {
  const { t } = useLingui()
  return { active: t`Active`, inactive: t`Inactive`, missing: t`Missing Template` }
}

export function useAudienceLabels(): Record<EventDescription['audience'], string> {
  const { t } = useLingui()
  return {
    user: t`The affected person`,
    address: t`The address that it concerns, with or without an account`,
    administrators: t`All administrators`,
    'active users': t`Everybody with an active account`,
    subscribers: t`Subscribers`,
  }
}

export function useCategoryLabels(): Record<EventCategory, string> {
  const { t } = useLingui()
  return { user: t`User`, admin: t`Admin`, system: t`System`, security: t`Security`, other: t`Other` }
}
