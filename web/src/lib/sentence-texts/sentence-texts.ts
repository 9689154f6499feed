import type { MessageDescriptor } from '@lingui/core'
import type { SentenceCode } from '@twofold/contract/sentences/sentences'
import { activityTexts } from './activity.ts'
import { adviceTexts } from './advice.ts'
import { auditTexts } from './audit.ts'
import { bellTexts } from './bell.ts'
import { emailTexts } from './email.ts'
import { eventTexts } from './events.ts'
import { healthTexts } from './health.ts'
import { mailTexts } from './mails.ts'
import { officeTexts } from './office.ts'
import { requestTexts } from './requests.ts'
import { troubleTexts } from './trouble.ts'
import { vaultTexts } from './vault.ts'

/** Everything that the server says by code, for translators. */
export const sentenceTexts: Record<SentenceCode, MessageDescriptor> = {
  ...vaultTexts,
  ...officeTexts,
  ...emailTexts,
  ...healthTexts,
  ...bellTexts,
  ...adviceTexts,
  ...mailTexts,
  ...requestTexts,
  ...troubleTexts,
  ...activityTexts,
  ...auditTexts,
  ...eventTexts,
}
