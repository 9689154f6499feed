import type { ComponentProps } from 'react'

/** Text as it is, with its lines, in a box that scrolls. */
export const TextBlock = (block: ComponentProps<'pre'>) => (
  <pre
    {...block}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    tabIndex={0}
    className="max-h-96 overflow-auto rounded-md border border-border bg-sunken p-3 font-code text-sm wrap-anywhere whitespace-pre-wrap"
  />
)
