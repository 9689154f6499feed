/** A class of the Open Cybersecurity Schema Framework, and what its events are about. */
interface OcsfClass {
  head: { category_uid: number; category_name: string; class_uid: number; class_name: string }
  about: 'user' | 'entity' | 'api'
  activities: Readonly<Record<string, { id: number; name: string }>>
}

const iam = { category_uid: 3, category_name: 'Identity & Access Management' }

const crud = {
  create: { id: 1, name: 'Create' },
  read: { id: 2, name: 'Read' },
  update: { id: 3, name: 'Update' },
  delete: { id: 4, name: 'Delete' },
} as const

const accountChange: OcsfClass = {
  head: { ...iam, class_uid: 3001, class_name: 'Account Change' },
  about: 'user',
  activities: {
    'user.created': { id: 1, name: 'Create' },
    'user.invited': { id: 1, name: 'Create' },
    'user.restored': { id: 1, name: 'Create' },
    'user.activated': { id: 2, name: 'Enable' },
    'user.released': { id: 2, name: 'Enable' },
    'user.unlocked': { id: 2, name: 'Enable' },
    'user.password_reset': { id: 4, name: 'Password Reset' },
    'user.password_link_made': { id: 4, name: 'Password Reset' },
    'user.deactivated': { id: 5, name: 'Disable' },
    'user.deleted': { id: 6, name: 'Delete' },
    'user.stopped': { id: 9, name: 'Lock' },
  },
}

const userAccess: OcsfClass = {
  head: { ...iam, class_uid: 3005, class_name: 'User Access Management' },
  about: 'user',
  activities: { 'user.promoted': { id: 3, name: 'Assign Role' }, 'user.demoted': { id: 4, name: 'Remove Role' } },
}

const entityManagement: OcsfClass = {
  head: { ...iam, class_uid: 3004, class_name: 'Entity Management' },
  about: 'entity',
  activities: {},
}

const apiActivity: OcsfClass = {
  head: { category_uid: 6, category_name: 'Application Activity', class_uid: 6003, class_name: 'API Activity' },
  about: 'api',
  activities: {},
}

/** What was looked at, taken out or tried, and acts without a name of their own. */
const isApi = (action: string) =>
  /^call$|_(viewed|tested)$|\.(exported|viewed|downloaded|verified|cleanup_counted|report_made)$|_exported$/.test(action)

export function classOf(action: string): OcsfClass {
  if (action in userAccess.activities) return userAccess
  if (isApi(action)) return apiActivity
  return action.startsWith('user.') ? accountChange : entityManagement
}

export function activityOf({ about, activities }: OcsfClass, action: string): { id: number; name: string } {
  const named = activities[action]
  if (named !== undefined) return named
  if (about === 'user') return { id: 99, name: 'Other' }
  if (isApi(action)) return action === 'call' ? crud.update : crud.read
  if (/(created|added|asked|opened|started|scheduled|made)$/.test(action)) return crud.create
  if (/(deleted|removed|cancelled|withdrawn|discarded)$/.test(action)) return crud.delete
  return crud.update
}

/** Gives somebody access, takes data out, or changes what protects people. */
const noteworthy = new Set([
  'user.promoted',
  'user.password_reset',
  'user.password_link_made',
  'user.pin_reset',
  'user.stopped',
  'user.released',
  'user.exported',
  'request.approved',
  'request.failed',
  'leaver.key_handed_over',
  'backup.downloaded',
  'backup.restored',
  'settings.changed',
  'audit.exported',
  'access.exported',
  'stream.created',
  'stream.changed',
  'stream.deleted',
])

export const isNoteworthy = (action: string): boolean => noteworthy.has(action)
