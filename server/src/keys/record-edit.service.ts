import type { ActivityService } from '../accounts/activity.service.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'

/** Notes a change of a key in the activity of the person who made it and, when that is somebody else, of its owner. */
export async function recordEdit(
  activity: Pick<ActivityService, 'record'>,
  tx: Tx,
  user: Identity,
  { ownerId, name }: { ownerId: string; name: string },
): Promise<void> {
  await activity.record(tx, { userId: user.id, kind: 'key_edited', detail: { name } })
  if (ownerId === user.id) return
  await activity.record(tx, { userId: ownerId, kind: 'key_edited', actor: { id: user.id, name: user.name }, detail: { name } })
}
