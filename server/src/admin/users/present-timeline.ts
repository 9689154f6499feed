import type { UserDetail } from '@twofold/contract/admin/user-detail'

type Item = UserDetail['activity_timeline'][number]

/** Looks of activity entries in the timeline, by the prefix of their kind. */
const looks: readonly (readonly [begins: RegExp, look: Pick<Item, 'icon' | 'color'>])[] = [
  [/^account_created/, { icon: 'user-plus', color: 'blue' }],
  [/^signed_in/, { icon: 'login', color: 'green' }],
  [/^key_/, { icon: 'key', color: 'indigo' }],
  [/^share_/, { icon: 'share', color: 'purple' }],
]

export function presentTimeline(activity: readonly (Pick<Item, 'description' | 'said'> & { kind: string; happened_at: string })[]): Item[] {
  return activity.map(({ kind, description, said, happened_at }) => ({
    date: happened_at,
    description,
    said,
    ...(looks.find(([begins]) => begins.test(kind))?.[1] ?? { icon: 'other', color: 'other' }),
  }))
}
