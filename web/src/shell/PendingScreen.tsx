import { useLocation } from '@tanstack/react-router'
import { isOutsideTheVault } from '../lib/return-path.ts'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Until a screen is there: the outline of the vault, and nothing before a gate, which stands outside of it. */
export function PendingScreen() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return isOutsideTheVault(pathname) ? null : <ShellSkeleton />
}
