import './button.css'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import { Icon, type Outline } from './Icon.tsx'

type AnchorProps = ComponentPropsWithRef<'a'> & { variant?: ButtonVariant; size?: ButtonSize; icon?: Outline; block?: boolean }

/** A link to another screen that looks like a button: `<LinkButton to="/admin" icon={ShieldCheck}>Admin</LinkButton>`. */
export const LinkButton = createLink(ButtonAnchor)

function ButtonAnchor({ variant = 'secondary', size = 'md', icon, block = false, className = '', children, ...props }: AnchorProps) {
  return (
    <a {...props} className={`ui-button ${className}`} data-variant={variant} data-size={size} data-block={block || undefined}>
      <span className="ui-button-label">
        {icon && <Icon icon={icon} />}
        <span>{children}</span>
      </span>
    </a>
  )
}

/** The same with an icon alone; `label` is its name and tooltip. */
export const IconLink = createLink(IconAnchor)

function IconAnchor({ icon, label, className = '', ...props }: ComponentPropsWithRef<'a'> & { icon: Outline; label: string }) {
  return (
    <a
      {...props}
      className={`ui-button ${className}`}
      data-variant="quiet"
      data-size="md"
      data-icon-only
      aria-label={label}
      data-tooltip={label}
    >
      <Icon icon={icon} />
    </a>
  )
}
