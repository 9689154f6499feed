import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { emailField } from '@twofold/contract/accounts'
import type { RequestedPermission } from '@twofold/contract/keys'
import { shareKey } from '@twofold/contract/sharing/grants'
import { useState } from 'react'
import { failureMessage } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { fieldComplaint } from '../../lib/field-complaint.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toast } from '../../ui/toast.ts'
import { type ExpiryChoice, expiryTime } from '../grants/expiry.ts'
import { bodyOf, keyOf, readAddresses, type Target } from './targets.ts'

export interface Chosen {
  target: Target
  /** Reason why the key was not shared with it. */
  problem?: string
}

export type AddPeople = ReturnType<typeof useAddPeople>

/** The recipients about to get a key, their level and expiry. Kept while the history is shown. */
export function useAddPeople(keyId: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const shareWith = useShareWith(keyId)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [text, setText] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [permission, setPermission] = useState<RequestedPermission>('view')
  const [ends, setEnds] = useState<ExpiryChoice>('never')
  const [date, setDate] = useState('')
  const [isSharing, setIsSharing] = useState(false)
  useUnsavedChanges(chosen.length > 0 || readAddresses(text).length > 0)

  const withTargets = (targets: readonly Target[]): readonly Chosen[] => {
    const taken = new Set(chosen.map(({ target }) => keyOf(target)))
    return [...chosen, ...targets.filter((target) => !taken.has(keyOf(target))).map((target) => ({ target }))]
  }

  function take(targets: readonly Target[]) {
    setChosen(withTargets(targets))
    write('')
  }

  function write(typed: string) {
    setText(typed)
    setComplaint(undefined)
  }

  /** Results are per recipient: a failed one stays, with the reason, and does not affect the others. */
  async function share(targets: readonly Target[] = readTyped()) {
    const all = withTargets(targets)
    if (isSharing || all.length === 0) return
    const rest = targets.length > 0 ? '' : text.trim()
    if (rest !== '') return setComplaint(fieldComplaint(emailField, rest))
    const end = expiryTime(ends, date, Date.now())
    if (end === undefined) return setComplaint(t`Please choose a day to come`)
    setChosen(all.map(({ target }) => ({ target })))
    write('')
    setIsSharing(true)
    const outcomes = []
    for (const { target } of all) outcomes.push({ target, ...(await shareWith(target, permission, end)) })
    setChosen(outcomes.flatMap(({ target, problem }) => (problem === undefined ? [] : [{ target, problem }])))
    setIsSharing(false)
    // Keys say how many people have each, which changes only when somebody new does.
    if (outcomes.some(({ type }) => type === 'success'))
      for (const queryKey of [['keys'], ['groups']]) void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['shares'] })
  }

  const readTyped = (): Target[] => readAddresses(text).map((email) => ({ kind: 'person', email, name: null }))

  /** Text that is not an address is reported, and nothing is sent. */
  function submit() {
    const typed = text.trim()
    if (typed !== '' && readTyped().length === 0) return setComplaint(fieldComplaint(emailField, typed))
    void share()
  }

  return {
    chosen,
    drop: (target: Target) => setChosen(chosen.filter((one) => keyOf(one.target) !== keyOf(target))),
    take,
    text,
    write,
    complaint,
    level: { permission, setPermission },
    end: {
      ends,
      date,
      set: (choice: ExpiryChoice, day = '') => {
        setEnds(choice)
        setDate(day)
      },
    },
    isSharing,
    share,
    submit,
  }
}

/** Shares the key with one target, and says how that went. */
function useShareWith(keyId: string) {
  const { t } = useLingui()
  return async (target: Target, permission: RequestedPermission, end: string | null) => {
    // A service account takes codes and nothing else.
    const level = target.kind === 'service-account' ? 'view' : permission
    try {
      const { message, type } = await call(shareKey, {
        params: { id: keyId },
        body: { ...bodyOf(target), permission: level, expires_at: end },
      })
      toast[type](message)
      return type === 'warning' ? { type, problem: message } : { type }
    } catch (error) {
      return { problem: failureMessage(error, t`Failed to share key. Please try again.`) }
    }
  }
}
