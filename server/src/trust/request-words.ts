import type { Request } from '@twofold/contract/admin/requests'
import type { Wording } from '@twofold/contract/said'
import { sentence, textOf } from '@twofold/contract/sentences/sentences'
import type { RequestRow } from './requests.repository.ts'
import { wordRules } from './rule-words.ts'

type Asked = Pick<RequestRow, 'act' | 'subject_name' | 'detail'>

/** The request in English, for the audit log. */
export const wordsOf = (row: Asked): string => textOf(wordAct(row))

export function wordAct({ act, subject_name: subject, detail }: Asked): Wording[] {
  const name = subject ?? detail['name'] ?? ''
  const to = detail['to'] ?? ''
  if (act === 'bulk') return [wordBulk(detail)]
  if (act === 'loosen_rules') return [sentence('request.what.loosen_rules'), ...wordRules(detail)]
  if (act === 'add_issuer') return [sentence('request.what.add_issuer', { name, issuer: detail['issuer'] ?? '' })]
  if (act === 'change_address' || act === 'create_administrator' || act === 'hand_over')
    return [sentence(`request.what.${act}`, { name, to })]
  return [sentence(`request.what.${act}`, { name })]
}

function wordBulk({ action = '', people = '0' }: Record<string, string>): Wording {
  const known = ['activate', 'deactivate', 'promote', 'demote', 'delete'] as const
  return sentence(`request.what.${known.find((one) => one === action) ?? 'change'}_users`, { count: Number(people) })
}

/** Names of skipped people that a message lists. */
export const mostNames = 20

/** How far an act on many came, and the people that it has not reached. */
export function sayWhatIsDone(row: Pick<RequestRow, 'impact'>, left: readonly { name: string }[]): Wording[] {
  const people = row.impact.about
  const names = left.slice(0, mostNames).map(({ name }) => name)
  const rest = left.length > names.length ? `, +${left.length - names.length}` : ''
  const done = sentence('acts.done', { done: people.length - left.length, all: people.length })
  return left.length === 0 ? [done] : [done, sentence('request.left', { names: `${names.join(', ')}${rest}` })]
}

/** The reason for a refusal, or the outcome. */
export const wordOutcome = ({ outcome, outcome_said: said }: Pick<RequestRow, 'outcome' | 'outcome_said'>): readonly Wording[] =>
  said.length > 0 || outcome === '' ? said : [sentence('request.over', { outcome })]

export function presentRequest(row: RequestRow): Request {
  const { about: _about, ...impact } = row.impact
  const what = wordAct(row)
  return {
    id: row.id,
    act: row.act,
    what: textOf(what),
    said: { what, outcome: [...wordOutcome(row)] },
    state: row.state,
    asker: { id: row.asker_id, name: row.asker_name },
    subject: row.subject_name === null ? null : { id: row.subject_id, name: row.subject_name },
    reason: row.reason,
    detail: row.detail,
    impact,
    created_at: row.created_at.toISOString(),
    runs_at: row.runs_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by_name,
    outcome: row.outcome,
  }
}
