import { sentence } from '@twofold/contract/sentences/sentences'
import { type Finding, worded } from '../../platform/health/finding.ts'

/** Limit of names listed at once that were stored before hidden characters were refused. */
const namesShown = 50

export function judgeNames(found: readonly { text: string; link: string }[]): Finding {
  const count = found.length
  if (count === 0) return { status: 'healthy', ...worded(sentence('health.none'), sentence('health.no_hidden_names')) }
  return {
    status: 'warning',
    ...worded(
      sentence('health.found', { found: count }),
      sentence('health.hidden_names', { count }),
      sentence('health.change_where_linked'),
      ...(count > namesShown ? [sentence('health.first_listed', { most: namesShown })] : []),
    ),
    items: found.slice(0, namesShown),
  }
}
