import * as z from 'zod/mini'
import { emailField } from '../accounts.ts'
import { taggedEndpoint } from '../endpoint.ts'
import { sharePermission } from '../keys.ts'
import { limits } from '../limits.ts'
import { shareOutcome } from './grants.ts'
import { requiredName } from '../text-fields.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('Groups')

export const groupNameField = requiredName(limits.groupNameMax)

export const group = z.object({
  id: z.string(),
  name: z.string(),
  members: z.number(),
  keys: z.number(),
  created_at: z.string(),
})
export type Group = z.infer<typeof group>

/** A group of somebody else's that one is in. */
export const joinedGroup = z.object({ id: z.string(), name: z.string(), owner: z.object({ name: z.string() }), keys: z.number() })
export type JoinedGroup = z.infer<typeof joinedGroup>

export const groupMember = z.object({
  id: z.string(),
  /** As typed. */
  email: z.string(),
  /** Name of the person, once they have used a key of the group: until then it stays hidden whether the address has an account. */
  name: z.nullable(z.string()),
  /** Makes tokens for the service accounts of the group, and accepts keys for them. */
  manages_service_accounts: z.boolean(),
  added_at: z.string(),
})
export type GroupMember = z.infer<typeof groupMember>

export const groupKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Id of the share, to change or end it like any share of a key. */
  share_id: z.string(),
  permission: sharePermission,
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
})
export type GroupKey = z.infer<typeof groupKey>

export const listGroups = endpoint('GET /groups', {
  summary: 'List groups that you own or belong to',
  response: z.object({ own_groups: z.array(group), joined_groups: z.array(joinedGroup) }),
})

export const addGroup = endpoint('POST /groups', {
  summary: 'Create a group of people to share with',
  status: 201,
  idempotent: true,
  body: z.strictObject({ name: groupNameField }),
  errors: ['groups.limit_reached', 'groups.not_found'],
  response: z.object({ group, ...said }),
})

export const getGroup = endpoint('GET /groups/{id}', {
  summary: 'Get your own group with its members and the keys shared with it',
  errors: ['groups.not_found'],
  response: z.object({ group, members: z.array(groupMember), keys: z.array(groupKey) }),
})

export const renameGroup = endpoint('PATCH /groups/{id}', {
  summary: 'Rename your own group',
  body: z.strictObject({ name: groupNameField }),
  errors: ['groups.not_found'],
  response: z.object({ group, ...said }),
})

export const deleteGroup = endpoint('DELETE /groups/{id}', {
  summary: 'Delete your own group; its members lose what they had through it',
  errors: ['groups.not_found'],
})

export const addGroupMember = endpoint('POST /groups/{id}/members', {
  summary: 'Add a member, who sees all keys of the group at once; the answer does not reveal whether the address has an account',
  body: z.strictObject({ email: emailField }),
  errors: ['groups.full', 'groups.not_found', 'sharing.too_many_invitations'],
  response: z.object({
    ...said,
    type: shareOutcome,
    /** Null if nobody was added. */
    member_id: z.nullable(z.string()),
  }),
})

export const changeGroupMember = endpoint('PATCH /groups/{id}/members/{member_id}', {
  summary: 'Allow or disallow a member to manage the service accounts of your own group',
  body: z.strictObject({ manages_service_accounts: z.boolean() }),
  errors: ['groups.member_not_found', 'groups.not_found'],
})

export const removeGroupMember = endpoint('DELETE /groups/{id}/members/{member_id}', {
  summary: 'Remove a member, who loses the keys of the group from the next call on',
  errors: ['groups.member_not_found', 'groups.not_found'],
})

export const confirmGroupMember = endpoint('POST /groups/{id}/members/{member_id}/confirm', {
  summary: 'Confirm the person who signed up with the address, where no e-mail proves it',
  errors: ['groups.member_not_found', 'groups.not_found'],
})

export const leaveGroup = endpoint('POST /groups/{id}/leave', {
  summary: 'Leave a group that somebody else owns',
  errors: ['groups.not_found'],
})
