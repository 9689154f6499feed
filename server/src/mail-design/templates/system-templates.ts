import { accountTemplates } from './system-templates/account.ts'
import type { SystemTemplate } from './system-templates/define.ts'
import { keyTemplates } from './system-templates/keys.ts'
import { operationTemplates } from './system-templates/operation.ts'
import { reviewTemplates } from './system-templates/reviews.ts'
import { securityTemplates } from './system-templates/security.ts'

/** One template per event that is mapped at installation. Seeded then, and again whenever an administrator restores them. */
export const systemTemplates: readonly SystemTemplate[] = [
  ...accountTemplates,
  ...securityTemplates,
  ...keyTemplates,
  ...reviewTemplates,
  ...operationTemplates,
]
