import type { LucideIcon } from 'lucide-react'

/** Icons are drawn at 16 px beside text and 20 px alone, stroke 1.75. Without a `label` an icon is decoration. */
export function Icon({
  icon: Glyph,
  size = 16,
  label,
  className,
}: {
  icon: LucideIcon
  size?: number
  label?: string
  className?: string
}) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return <Glyph size={size} strokeWidth={1.75} className={className} {...name} />
}
