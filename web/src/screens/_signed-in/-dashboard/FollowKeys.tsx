import { useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { listKeys } from '@twofold/contract/keys'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAnsweredKeys } from '../../../codes/use-codes.tsx'
import { keysQuery } from '../../../keys/keys.ts'

/** Reloads the keys when others have given or taken some meanwhile, as the codes tell, which are asked for again and again. */
export function FollowKeys({ keys: { own_keys, shared_keys } }: { keys: CallResponse<typeof listKeys> }) {
  const client = useQueryClient()
  const answered = useAnsweredKeys()
  const reloadedFor = useRef<string>(undefined)
  const follow = useEffectEvent((answered: ReadonlyMap<string, unknown>) => {
    const listed = [...own_keys, ...shared_keys]
    const isSame = listed.length === answered.size && listed.every(({ id }) => answered.has(id))
    // Loading the keys has the codes asked for again. Where both still differ then, the keys wait for the answer after that: the page must not ask without a pause.
    const ids = isSame ? undefined : [...answered.keys()].join()
    const isTried = ids !== undefined && ids === reloadedFor.current
    reloadedFor.current = isTried ? undefined : ids
    if (!isSame && !isTried) void client.invalidateQueries({ ...keysQuery, exact: true })
  })
  // Once for each answer: what the person adds or deletes here is asked for by itself.
  useEffect(() => {
    if (answered) follow(answered)
  }, [answered])
  return null
}
