import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { createLiveValue } from '../../lib/live-value.ts'
import { useLiveValue } from '../../lib/use-live-value.ts'
import { useShortcut } from '../../lib/use-shortcut.ts'
import { PaletteWaiting } from './PaletteWaiting.tsx'
import { latePart } from '../../lib/late-part.ts'

const AdminPalette = latePart(() => import('./AdminPalette.tsx').then((module) => module.AdminPalette))
const UserPalette = latePart(() => import('./UserPalette.tsx').then((module) => module.UserPalette))

const isPaletteOpen = createLiveValue(false)

export const openPalette = () => isPaletteOpen.set(true)

/** Listens for Ctrl+K. What opens is fetched with the first press. */
export function CommandPalette({ isAdmin, onSignOut }: { isAdmin: boolean; onSignOut: () => void }) {
  const { t } = useLingui()
  const isOpen = useLiveValue(isPaletteOpen)
  /** Kept here, so that nothing of it is lost while the palette is on its way. */
  const [typed, setTyped] = useState('')
  const close = () => {
    isPaletteOpen.set(false)
    setTyped('')
  }
  // The next user must find it closed.
  useEffect(() => () => isPaletteOpen.set(false), [])
  const label = isAdmin ? t`Find a page, a person or an action` : t`Find a key, a page or an action`
  useShortcut('Ctrl+k', label, () => (isOpen ? close() : openPalette()), { inDialog: isOpen })
  if (!isOpen) return null
  const Palette = isAdmin ? AdminPalette : UserPalette
  return (
    <Suspense fallback={<PaletteWaiting label={label} typed={typed} onType={setTyped} onClose={close} />}>
      <Palette typed={typed} onType={setTyped} onClose={close} onSignOut={onSignOut} />
    </Suspense>
  )
}
