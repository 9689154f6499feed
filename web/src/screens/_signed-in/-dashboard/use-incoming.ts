import { useEffect, useEffectEvent, useState } from 'react'
import { vaultWish, type VaultWish } from '../../../keys/vault-wish.ts'
import { type Arrival, arrival } from '../../../lib/arrivals.ts'
import { useIncomingFiles } from '../../../lib/use-incoming-files.ts'
import { useLiveValue } from '../../../lib/use-live-value.ts'
import type { Incoming, KeyDialogName } from './IncomingKeys.tsx'

const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Pasted text outside of fields opens a form only if it is a link: a bare secret looks like any other text. */
const isKeyLink = (text: string) => /^otpauth(-migration)?:\/\//i.test(text)

/** A link with a secret must not be pasted where it would be stored unencrypted or appear in the address: as a name, or in the search. */
const takesLinks = (field: Element | null) =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.name === 'secret')

interface IncomingOptions {
  /** The keys are there. */
  hasLoaded: boolean
  /** Something is on the screen that takes what is pasted or dropped. */
  isBusy: boolean
  open: KeyDialogName | null | undefined
  onOpen: (open: KeyDialogName) => void
}

/** Input from outside: pasted, dropped, shared by the operating system, or requested on another page. */
export function useIncoming({ hasLoaded, isBusy, open, onOpen }: IncomingOptions) {
  const [incoming, setIncoming] = useState<Incoming>()
  const isReady = hasLoaded && !isBusy
  const arrived = useLiveValue(arrival)
  const receive = useEffectEvent((what: Arrival) => {
    arrival.set(undefined)
    if ('open' in what) onOpen(what.open)
    else setIncoming('files' in what ? { files: what.files, by: 'share' } : what)
  })
  useEffect(() => {
    if (arrived !== undefined && isReady) receive(arrived)
  }, [arrived, isReady])
  const wish = useLiveValue(vaultWish)
  const take = useEffectEvent((wanted: VaultWish) => {
    if ('act' in wanted) return
    vaultWish.set(undefined)
    if ('open' in wanted) onOpen(wanted.open)
    else setIncoming({ text: wanted.add })
  })
  useEffect(() => {
    if (wish && hasLoaded) take(wish)
  }, [wish, hasLoaded])
  const isDragging = useIncomingFiles({
    enabled: isReady,
    mayTake: () => open === 'add' || !isDialogOpen(),
    onFiles: (files, by) => setIncoming({ files, by }),
    takesText: (text, field) => isKeyLink(text) && !takesLinks(field),
    onText: (text) => setIncoming({ text }),
  })
  return { incoming, setIncoming, isDragging }
}
