import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { TokenScope } from '@twofold/contract/tokens'

/** Descriptions of scopes, narrowest first. */
export const scopeTexts: Record<TokenScope, MessageDescriptor> = {
  'keys:read': msg`List your keys by name`,
  'codes:read': msg`Read the code of one key at a time`,
  'codes:take': msg`Take codes that nobody else gets`,
  'keys:write': msg`Add, import and edit your own keys`,
  'activity:read': msg`Read your activity`,
  'audit:read': msg`Read the audit log`,
  'metrics:read': msg`Read the metrics`,
}
