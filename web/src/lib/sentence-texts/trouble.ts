import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { troubleSentences } from '@twofold/contract/sentences/trouble'

/** Why a backup could not be made, sent, read back or restored for a trial, for translators. */
export const troubleTexts: Record<keyof typeof troubleSentences, MessageDescriptor> = {
  'trouble.unread': msg`The backup {name} could not be read back.`,
  'trouble.drill': msg`The backup {name} could not be restored for a trial.`,
  'trouble.no_room': msg`There is no room left on the disk of the data folder. Make room and try again; what is there already is whole.`,
  'trouble.not_writable': msg`The data folder cannot be written to.`,
  'trouble.node_ended': msg`The node that was to make it has ended.`,
  'trouble.damaged': msg`It is damaged. Use another copy.`,
  'trouble.cut_off': msg`It is not whole: it was cut off before its end. Use another copy.`,
  'trouble.unreadable': msg`{count, plural, one {# encrypted value cannot be opened.} other {# encrypted values cannot be opened.}}`,
  'trouble.unreachable': msg`{where} cannot be reached: {error}`,
  'trouble.other': msg`{error}`,
}
