import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels beyond the edges of the window in which rows are drawn already. */
const margin = 600

/** The part of a long list near the window, in pixels from its beginning, rounded so that scrolling seldom redraws. */
export function useRowWindow(list: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState({ from: 0, to: 2000, width: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    let frame = 0
    const look = () => {
      frame = 0
      const { top, width } = element.getBoundingClientRect()
      const from = Math.max(0, Math.floor((-top - margin) / 200) * 200)
      const to = Math.ceil((window.innerHeight - top + margin) / 200) * 200
      setNear((known) => (known.from === from && known.to === to && known.width === width ? known : { from, to, width }))
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    // Content above it changes size too, and moves it.
    const observer = new ResizeObserver(lookSoon)
    observer.observe(element)
    observer.observe(document.body)
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [list])
  return near
}
