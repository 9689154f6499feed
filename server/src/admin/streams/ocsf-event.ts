import { wordingOfAct } from '@twofold/contract/audited-acts'
import { textOf } from '@twofold/contract/sentences/sentences'
import type { LinkWithRow } from '../../platform/audit-chain/audit-chain.repository.ts'
import type { ChainedRow } from '../../platform/audit-chain/canonical-row.ts'
import { version } from '../../platform/version.ts'
import { activityOf, classOf, hasFailed, isNoteworthy } from './ocsf-classes.ts'

/** The newest one that every event was checked against (testing/ocsf-schema.ts). */
const schemaVersion = '1.8.0'

/**
 * A row of the audit log as an event of the Open Cybersecurity Schema Framework. `unmapped` has the stored row and its link, so that a receiver of
 * all events can recompute every hash.
 */
export function ocsfEvent({ sequence, audit_id, previous_hash, hash, row }: LinkWithRow): Record<string, unknown> {
  const chain = { sequence, previous_hash, hash }
  if (row === undefined) return missingRow(audit_id, chain)
  const kind = classOf(row.action)
  const activity = activityOf(kind, row.action)
  return {
    ...kind.head,
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: kind.head.class_uid * 100 + activity.id,
    type_name: `${kind.head.class_name}: ${activity.name}`,
    ...(isNoteworthy(row.action) ? { severity_id: 3, severity: 'Medium' } : { severity_id: 1, severity: 'Informational' }),
    time: Date.parse(row.happened_at),
    message: textOf([wordingOfAct(row.action, row.after)]),
    metadata: {
      ...metadataOf(row.id, sequence, row.happened_at, row.action),
      ...(typeof row.caused_by === 'string' ? { correlation_uid: row.caused_by } : {}),
    },
    actor: actorOf(row),
    ...(row.ip === null ? {} : { src_endpoint: { ip: row.ip } }),
    ...aboutOf(kind.about, row),
    unmapped: { audit: row, chain },
  }
}

function metadataOf(uid: string, sequence: number, time: string | undefined, code: string) {
  return {
    version: schemaVersion,
    uid,
    sequence,
    event_code: code,
    log_name: 'audit',
    product: { name: 'Twofold', vendor_name: 'Twofold', version },
    ...(time === undefined ? {} : { original_time: time }),
  }
}

function actorOf({ actor_id, actor_name, actor_email }: ChainedRow) {
  if (actor_id === null) return { app_name: 'Twofold' }
  return { user: userOf(actor_id, actor_name, actor_email) }
}

const userOf = (uid: string | null, name: string | null, email?: string | null) => ({
  ...(uid === null ? {} : { uid }),
  name: name ?? uid ?? 'Unknown',
  ...(email === null || email === undefined ? {} : { email_addr: email }),
})

function aboutOf(about: ReturnType<typeof classOf>['about'], row: ChainedRow) {
  const { actor_id, actor_name, actor_email, target_kind, target_id, target_name, action, ip } = row
  const actor = userOf(actor_id, actor_name, actor_email)
  if (about === 'role') return { user: userOf(target_id, target_name), privileges: ['admin'] }
  if (about === 'user') return { user: actor_id !== null && (target_id ?? actor_id) === actor_id ? actor : userOf(target_id, target_name) }
  if (about === 'sign_in') {
    const user = actor_id === null ? userOf(target_id, target_name) : actor
    const status = hasFailed(action) ? { status_id: 2, status: 'Failure' } : { status_id: 1, status: 'Success' }
    return { user, service: { name: 'Twofold' }, ...status }
  }
  const entity = { type: target_kind ?? 'installation', name: target_name ?? 'Twofold', ...(target_id === null ? {} : { uid: target_id }) }
  if (about === 'entity') return { entity }
  if (about === 'access') {
    // A recipient who gives a key back has no other name in their row.
    const { with: shared, who, permission } = (row.after ?? {}) as { with?: unknown; who?: unknown; permission?: unknown }
    const name = [shared, who].find((value) => typeof value === 'string')
    const privileges = [typeof permission === 'string' ? permission : 'access']
    return { user: name === undefined ? actor : userOf(null, name), privileges, resources: [entity] }
  }
  return { api: { operation: action }, resources: [entity], src_endpoint: ip === null ? { name: 'Twofold' } : { ip } }
}

/** The link is there and its row is gone: what the chain is for. The stream goes on, and says so. */
function missingRow(id: string, chain: { sequence: number }) {
  return {
    category_uid: 0,
    category_name: 'Uncategorized',
    class_uid: 0,
    class_name: 'Base Event',
    activity_id: 99,
    activity_name: 'Row missing',
    type_uid: 99,
    type_name: 'Base Event: Other',
    severity_id: 5,
    severity: 'Critical',
    time: 0,
    message: 'The audit log has a link of the chain whose row is gone.',
    metadata: metadataOf(id, chain.sequence, undefined, 'missing'),
    unmapped: { audit: null, chain },
  }
}
