/** An icon of `icons/`: path commands, in a square of 24 units. */
export type Outline = string

/** Icons are drawn at 16 px beside text and 20 px alone, stroke 1.75, and never shrink beside long text. Without a `label` an icon is decoration. */
export function Icon({ icon, size = 16, label, className }: { icon: Outline; size?: number; label?: string; className?: string }) {
  // They grow with the text of the browser, as all else does.
  const side = `${size / 16}rem`
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className === undefined ? 'shrink-0' : `shrink-0 ${className}`}
      {...name}
    >
      <path d={icon} />
    </svg>
  )
}
