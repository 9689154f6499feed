import { Overlay } from '../../ui/Overlay.tsx'

/** Covers everything until an operation is done: it cannot be dismissed. */
export function BusyOverlay({ label }: { label: string }) {
  return (
    <Overlay
      pending
      onClose={() => {}}
      label={label}
      placeClassName="w-[min(22rem,100%)] rounded-xl border border-border bg-raised shadow-3"
      className="flex items-center justify-center gap-3 py-8 px-6 text-lg font-medium outline-none"
    >
      <span className="ui-spinner" aria-hidden="true" />
      <span role="status">{label}</span>
    </Overlay>
  )
}
