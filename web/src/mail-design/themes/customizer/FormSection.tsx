import { type ReactNode, useId } from 'react'

/** Controls of one kind, under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="grid gap-4 border-t border-border pt-6 first:border-t-0 first:pt-0" aria-labelledby={id}>
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}
