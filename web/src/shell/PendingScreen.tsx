import { useLocation } from '@tanstack/react-router'
import { isOutsideTheVault } from '../lib/return-path.ts'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Placeholder until a screen is loaded: the outline of the vault, and nothing for screens outside of it. */
export function PendingScreen() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return isOutsideTheVault(pathname) ? null : <ShellSkeleton />
}
