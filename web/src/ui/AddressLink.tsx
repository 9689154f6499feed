import './button.css'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import type { ButtonSize } from './Button.tsx'
import { Icon, type Outline } from './Icon.tsx'

type AddressLinkProps = { href: string; className?: string; onPress?: (() => void) | undefined; children: ReactNode }

/** A link to an address of ours that is put together, such as with a search; the screen changes without reloading the page. */
export function AddressLink({ href, className = 'text-button', onPress, children }: AddressLinkProps) {
  return (
    <Link href={href} className={className} {...(onPress && { onPress })}>
      {children}
    </Link>
  )
}

/** The same, looking like a button. */
export function AddressButton({
  href,
  icon,
  size,
  className = '',
  children,
}: Omit<AddressLinkProps, 'onPress'> & { icon?: Outline; size?: ButtonSize }) {
  return (
    <Link href={href} className={`ui-button ${className}`} data-size={size}>
      <span className="ui-button-label">
        {icon && <Icon icon={icon} />}
        <span>{children}</span>
      </span>
    </Link>
  )
}
