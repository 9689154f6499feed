import { type ReactNode, useEffect, useRef } from 'react'

type PageProps = {
  /** The heading, and the document's title. */
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** The way that leads here, above the heading. */
  crumbs?: ReactNode
  children: ReactNode
}

/** The content of a screen. Arriving at it names the document and moves the focus to its heading, as a new page would. */
export function Page({ title, subtitle, actions, crumbs, children }: PageProps) {
  const heading = useArrival(title)
  return (
    <main
      id={MAIN_ID}
      className="mx-auto grid w-full max-w-[calc(var(--w-page)+2rem)] content-start gap-6 px-4 pt-6 pb-24 sm:pt-8"
      tabIndex={-1}
    >
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {crumbs}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="mt-1 max-w-[65ch] text-text-2">{subtitle}</p>}
        </div>
        {actions && <div className="ui-actions">{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** Target of the skip link. */
export const MAIN_ID = 'main'

/**
 * Names the document, 'Dashboard · Twofold', and moves the focus to the heading that gets the reference, unless the screen has given it to
 * the one field that one came for.
 */
export function useArrival(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Twofold`
  }, [title])
  useEffect(() => {
    const isTaken = heading.current?.closest('main')?.contains(document.activeElement)
    if (lastHeading && lastHeading !== heading.current && !isTaken) heading.current?.focus({ preventScroll: true })
    lastHeading = heading.current
  }, [])
  return heading
}

// The very first page is left alone: there the browser itself starts at the top.
let lastHeading: HTMLElement | null = null
