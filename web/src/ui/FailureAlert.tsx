import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'

/** Says why something failed, and speaks it when it appears. Nothing is there while `children` is empty. */
export function FailureAlert({ title, children }: { title?: string; children: ReactNode }) {
  return (
    children && (
      <Alert type="error" announce {...(title !== undefined && { title })}>
        {children}
      </Alert>
    )
  )
}
