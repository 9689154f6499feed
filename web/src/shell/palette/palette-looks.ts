/** Looks of the command palette, and of what stands in its place while it loads. */
export const paletteLooks = {
  scrim: 'ui-scrim items-start justify-items-center px-3 pt-[min(12vh,7rem)] pb-3',
  place:
    'flex max-h-[min(28rem,100%)] w-[min(36rem,100%)] flex-col overflow-hidden rounded-xl border border-border bg-raised shadow-3 data-entering:animate-[ui-rise_var(--t-fast)_var(--ease)]',
  field: 'flex items-center gap-3 border-b border-border px-4 [&_svg]:flex-none [&_svg]:text-text-3',
  input:
    'h-13 min-w-0 flex-1 border-0 bg-transparent text-lg text-text outline-none placeholder:text-text-3 placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden',
} as const
