import { type ComponentProps, useRef } from 'react'
import { useFirstFieldOfPage } from './first-field.ts'
import { PageForm } from './PageForm.tsx'

/** The form that a page outside the vault is there for: it opens with the focus in its first field. */
export function GateForm(props: Omit<ComponentProps<typeof PageForm>, 'ref'>) {
  const place = useRef<HTMLFormElement>(null)
  return <PageForm ref={place} {...useFirstFieldOfPage(place)} {...props} />
}
