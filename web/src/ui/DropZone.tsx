import './drop-zone.css'
import type { ReactNode } from 'react'
import { Icon, type Outline } from './Icon.tsx'

type DropZoneProps = {
  icon: Outline
  title: ReactNode
  text: ReactNode
  /** Beneath: what kinds of files. */
  note: ReactNode
  /** As for `<input type="file">`; by default any file. */
  accept?: string
  multiple?: boolean
  isBusy?: boolean
  isDragging: boolean
  onFiles: (files: File[]) => void
}

/** A place for files: to be dropped on, or clicked. What is dropped beside it is up to the dialog: see `lib/use-incoming-files.ts`. */
export function DropZone({ icon, title, text, note, accept, multiple = false, isBusy = false, isDragging, onFiles }: DropZoneProps) {
  return (
    <label className="drop-zone" data-over={isDragging || undefined} data-busy={isBusy || undefined}>
      <input
        type="file"
        className="sr-only"
        accept={accept}
        multiple={multiple}
        disabled={isBusy}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same file can be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Icon icon={icon} size={32} />
      <strong>{title}</strong> <span>{text}</span> <span className="drop-zone-types">{note}</span>
    </label>
  )
}
