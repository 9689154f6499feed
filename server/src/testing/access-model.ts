/*
 * A second implementation of who may see which key, over plain maps and without a database. `access-machine.ts` compares it with the product.
 */

interface ModelPerson {
  state: 'unknown' | 'active' | 'inactive' | 'deleted'
  /** The address is proven by a link. */
  isVerified: boolean
}

/** Something given to an address: it counts once somebody is known to be behind it. */
interface Given {
  isLive: boolean
  /** Milliseconds; Infinity: without end. */
  end: number
}

interface ModelKey {
  owner: number
  deletedAt: number | undefined
  direct: Map<number, Given>
  /** Group → when its share ends. */
  groups: Map<number, number>
}

interface ModelGroup {
  owner: number
  members: Map<number, { isLive: boolean }>
}

const restorableFor = 60_000

export function createAccessModel(people: number, clock: { now(): number }) {
  const persons: ModelPerson[] = Array.from({ length: people }, () => ({ state: 'unknown', isVerified: false }))
  const keys: ModelKey[] = []
  /** Undefined: deleted. */
  const groups: (ModelGroup | undefined)[] = []
  const isRunning = (end: number) => end > clock.now()
  /** Accounts are admitted as they are made here: shares made from then on reach them at once. */
  const hasAccount = (person: number) => persons[person]?.state === 'active' || persons[person]?.state === 'inactive'
  const mayAct = (person: number) => persons[person]?.state === 'active'
  const isOwned = (key: ModelKey | undefined, by: number): key is ModelKey =>
    key !== undefined && key.owner === by && key.deletedAt === undefined && mayAct(by)

  function sees(person: number, key: ModelKey): boolean {
    if (!mayAct(person) || key.deletedAt !== undefined || persons[key.owner]?.state === 'deleted') return false
    if (key.owner === person) return true
    const direct = key.direct.get(person)
    if (direct?.isLive === true && isRunning(direct.end)) return true
    return [...key.groups].some(([group, end]) => isRunning(end) && groups[group]?.members.get(person)?.isLive === true)
  }

  return {
    people: persons,
    keys,
    groups,
    /** Numbers of the keys whose codes the person sees. */
    visibleTo: (person: number): number[] => keys.flatMap((key, number) => (sees(person, key) ? [number] : [])),
    canAct: mayAct,

    signUp(person: number): boolean {
      const one = persons[person]
      if (one?.state !== 'unknown') return false
      one.state = 'active'
      return true
    },
    verify(person: number): boolean {
      const one = persons[person]
      if (one?.state !== 'active' || one.isVerified) return false
      one.isVerified = true
      for (const key of keys) {
        const given = key.direct.get(person)
        if (given !== undefined) given.isLive = true
      }
      for (const group of groups) {
        const member = group?.members.get(person)
        if (member !== undefined) member.isLive = true
      }
      return true
    },
    setActive(person: number, isActive: boolean): boolean {
      const one = persons[person]
      if (one === undefined || one.state !== (isActive ? 'inactive' : 'active')) return false
      one.state = isActive ? 'active' : 'inactive'
      return true
    },
    deleteAccount(person: number): boolean {
      const one = persons[person]
      if (one?.state !== 'active') return false
      one.state = 'deleted'
      for (const key of keys) {
        key.direct.delete(person)
        if (key.owner === person) {
          key.direct.clear()
          key.groups.clear()
        }
      }
      for (const group of groups) group?.members.delete(person)
      return true
    },

    addKey(owner: number): boolean {
      if (!mayAct(owner)) return false
      keys.push({ owner, deletedAt: undefined, direct: new Map(), groups: new Map() })
      return true
    },
    deleteKey(by: number, number: number): boolean {
      const key = keys[number]
      if (!isOwned(key, by)) return false
      key.deletedAt = clock.now()
      return true
    },
    restoreKey(by: number, number: number): boolean {
      const key = keys[number]
      if (key === undefined || key.owner !== by || !mayAct(by)) return false
      if (key.deletedAt !== undefined && key.deletedAt <= clock.now() - restorableFor) return false
      key.deletedAt = undefined
      return true
    },
    share(by: number, number: number, to: number, end: number): boolean {
      const key = keys[number]
      if (!isOwned(key, by)) return false
      if (to === by) return true
      const before = key.direct.get(to)
      const wasLive = before !== undefined && isRunning(before.end) && before.isLive
      key.direct.set(to, { isLive: wasLive || hasAccount(to), end })
      return true
    },
    revoke(by: number, number: number, from: number): boolean {
      const key = keys[number]
      return isOwned(key, by) && key.direct.delete(from)
    },
    confirm(by: number, number: number, target: number): boolean {
      const key = keys[number]
      const given = isOwned(key, by) ? key.direct.get(target) : undefined
      if (given === undefined) return false
      given.isLive ||= hasAccount(target)
      return true
    },
    leave(person: number, number: number): boolean {
      const key = keys[number]
      if (key === undefined || key.owner === person || !sees(person, key)) return false
      return key.direct.get(person)?.isLive === true && key.direct.delete(person)
    },
    transfer(by: number, number: number, to: number): boolean {
      const key = keys[number]
      if (!isOwned(key, by) || to === by || !mayAct(to)) return false
      for (const [group, end] of key.groups) {
        if (!isRunning(end)) continue
        for (const [member, { isLive }] of groups[group]?.members ?? []) {
          if (member === to || member === by) continue
          const known = key.direct.get(member)
          const kept = known !== undefined && isRunning(known.end) ? known : undefined
          key.direct.set(member, { isLive: isLive || kept?.isLive === true, end: Math.max(end, kept?.end ?? 0) })
        }
      }
      key.groups.clear()
      if (key.direct.get(to)?.isLive === true) key.direct.delete(to)
      key.owner = to
      return true
    },

    addGroup(owner: number): boolean {
      if (!mayAct(owner)) return false
      groups.push({ owner, members: new Map() })
      return true
    },
    deleteGroup(by: number, number: number): boolean {
      if (!mayAct(by) || groups[number]?.owner !== by) return false
      groups[number] = undefined
      for (const key of keys) key.groups.delete(number)
      return true
    },
    addMember(by: number, number: number, target: number): boolean {
      const group = groups[number]
      if (!mayAct(by) || group?.owner !== by) return false
      if (target !== by) group.members.set(target, { isLive: group.members.get(target)?.isLive === true || hasAccount(target) })
      return true
    },
    removeMember(by: number, number: number, target: number): boolean {
      const group = groups[number]
      return mayAct(by) && group?.owner === by && group.members.delete(target)
    },
    leaveGroup(person: number, number: number): boolean {
      const group = groups[number]
      if (!mayAct(person) || group === undefined || group.members.get(person)?.isLive !== true) return false
      return group.members.delete(person)
    },
    shareWithGroup(by: number, number: number, group: number, end: number): boolean {
      const key = keys[number]
      if (!isOwned(key, by) || groups[group]?.owner !== by) return false
      key.groups.set(group, end)
      return true
    },
    unshareGroup(by: number, number: number, group: number): boolean {
      const key = keys[number]
      return isOwned(key, by) && groups[group] !== undefined && key.groups.delete(group)
    },
    endExpired(): void {
      for (const key of keys) {
        for (const [person, { end }] of key.direct) if (!isRunning(end)) key.direct.delete(person)
        for (const [group, end] of key.groups) if (!isRunning(end)) key.groups.delete(group)
      }
    },
  }
}
