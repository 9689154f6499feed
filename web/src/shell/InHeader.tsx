import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLiveValue } from '../lib/use-live-value.ts'
import { headerPlace } from './header-place.ts'

/** Draws a screen's own controls in the header, which then needs no bar of its own beneath it. */
export function InHeader({ children }: { children: ReactNode }) {
  const place = useLiveValue(headerPlace)
  return place && createPortal(children, place)
}
