import type { Request } from '@twofold/contract/admin/requests'
import type { RequestRow } from './requests.repository.ts'

/** What is asked for, as the end of 'Ann asks to …'. E-mail and the audit log say it. */
export function wordsOf({ act, subject_name: subject, detail }: Pick<RequestRow, 'act' | 'subject_name' | 'detail'>): string {
  const name = subject ?? 'somebody'
  const people = `${detail['people'] ?? 0} ${detail['people'] === '1' ? 'user' : 'users'}`
  const words: Record<RequestRow['act'], string> = {
    change_address: `change the e-mail address of ${name} to ${detail['to'] ?? ''}`,
    set_password: `set the password of ${name}`,
    set_pin: `set the PIN of ${name}`,
    remove_factors: `remove the second factors of ${name}`,
    create_administrator: `make an account with administrator rights for ${detail['name'] ?? ''} (${detail['to'] ?? ''})`,
    promote: `make ${name} an administrator`,
    demote: `make ${name} a user again`,
    activate_administrator: `activate the administrator ${name}`,
    deactivate_administrator: `deactivate the administrator ${name}`,
    deactivate_user: `deactivate ${name}`,
    restore_administrator: `restore the deleted administrator ${name}`,
    delete_user: `delete the account of ${name}`,
    bulk: `${(detail['action'] ?? '').replace('_', ' ')} ${people}`,
    hand_over: `hand over keys of ${name} to ${detail['to'] ?? ''}`,
    loosen_rules: `loosen rules that protect accounts (${Object.entries(detail)
      .map(([rule, value]) => `${rule.replaceAll('_', ' ')}: ${value}`)
      .join(', ')})`,
    add_issuer: `trust workload tokens of ${detail['name'] ?? ''} (${detail['issuer'] ?? ''})`,
    unlisted: 'do what needs a second administrator',
  }
  return words[act]
}

export function presentRequest(row: RequestRow): Request {
  const { about: _about, ...impact } = row.impact
  return {
    id: row.id,
    act: row.act,
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
