import { expect, test } from 'vitest'
import { groupOfEvent } from './event-groups.ts'

test.each([
  ['user.login.suspicious', 'authentication'],
  ['system.security.breach', 'security'],
  ['admin.system.alert', 'security'],
  ['user.profile.updated', 'users'],
  ['admin.backup.completed', 'system'],
  ['key.shared', 'other'],
] as const)('%s belongs to %s', (name, group) => expect(groupOfEvent(name)).toBe(group))
