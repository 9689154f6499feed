import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { untilLoaded } from './late-part.ts'

interface IncomingFiles {
  enabled: boolean
  /** Asked when something comes; without it the answer is yes. */
  mayTake?: () => boolean
  /** At least one. */
  onFiles: (files: File[], by: 'paste' | 'drop') => void
  /** A text was pasted, and goes nowhere else. */
  onText?: (text: string) => void
  /** Whether a pasted text is for `onText`; by default every text outside of a field. */
  takesText?: (text: string, field: Element | null) => boolean
}

const fieldAt = (target: EventTarget | null) => (target instanceof Element ? target.closest('input, textarea, [contenteditable]') : null)
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes the files that are pasted or dropped anywhere on the page. Tells whether some are being dragged over it. */
export function useIncomingFiles({ enabled, mayTake, onFiles, onText, takesText }: IncomingFiles): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const takeFiles = useEffectEvent(onFiles)
  const takeText = useEffectEvent((text: string, field: Element | null): boolean => {
    if (onText === undefined || text === '' || !(takesText?.(text, field) ?? field === null)) return false
    onText(text)
    return true
  })
  const mayTakeNow = useEffectEvent(() => mayTake?.() ?? true)
  // Before the page can be seen: a browser opens a file that nobody takes in its place.
  useLayoutEffect(() => {
    if (!enabled) return
    const stopping = new AbortController()
    const { signal } = stopping
    function paste(event: ClipboardEvent) {
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      const files = [...(event.clipboardData?.files ?? [])]
      const field = fieldAt(event.target)
      if (event.defaultPrevented || !mayTakeNow()) return
      if (field === null && text.startsWith('data:image/')) {
        event.preventDefault()
        void untilLoaded(() => import('./picture-address.ts')).then(({ pictureAt }) => {
          const pictures = pictureAt(text)
          if (pictures.length > 0) takeFiles(pictures, 'paste')
          else takeText(text, null)
        })
        return
      }
      if (files.length > 0 && (text === '' || field === null)) {
        event.preventDefault()
        takeFiles(files, 'paste')
        return
      }
      // Accepting it may open a dialog at once, and the browser would paste the same text into its first field.
      if (takeText(text, field)) event.preventDefault()
    }
    function dragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setIsDragging(mayTakeNow())
    }
    function drop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsDragging(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0 && mayTakeNow()) takeFiles(files, 'drop')
    }
    document.addEventListener('paste', paste, { signal })
    document.addEventListener('dragover', dragOver, { signal })
    // Leaving one element is entering the next, but for the last one.
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setIsDragging(false), { signal })
    document.addEventListener('drop', drop, { signal })
    return () => {
      stopping.abort()
      setIsDragging(false)
    }
  }, [enabled])
  return isDragging
}
