import { useEffect, useEffectEvent, useState } from 'react'

interface IncomingFile {
  enabled: boolean
  /** Asked when something comes; without it the answer is yes. */
  mayTake?: () => boolean
  onFile: (file: File, by: 'paste' | 'drop') => void
  /** A text was pasted outside of any field. */
  onText?: (text: string) => void
}

const takesText = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes the first file that is pasted or dropped anywhere on the page. Tells whether one is being dragged over it. */
export function useIncomingFile({ enabled, mayTake, onFile, onText }: IncomingFile): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const takeFile = useEffectEvent(onFile)
  const takeText = useEffectEvent((text: string) => onText?.(text))
  const mayTakeNow = useEffectEvent(() => mayTake?.() ?? true)
  useEffect(() => {
    if (!enabled) return
    const stopping = new AbortController()
    const { signal } = stopping
    function paste(event: ClipboardEvent) {
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (event.defaultPrevented || !mayTakeNow() || (text !== '' && takesText(event.target))) return
      if (file) {
        event.preventDefault()
        takeFile(file, 'paste')
      } else if (text !== '') takeText(text)
    }
    function dragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Without this the browser would open the file in place of the page.
      event.preventDefault()
      setIsDragging(mayTakeNow())
    }
    function drop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsDragging(false)
      const file = event.dataTransfer?.files[0]
      if (file && mayTakeNow()) takeFile(file, 'drop')
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
