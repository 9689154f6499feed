import './button.css'
import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps, type PressEvent } from 'react-aria-components/Button'
import { Icon, type Outline } from './Icon.tsx'
import { toast } from './toast.ts'

/**
 * `danger-line` opens a destructive dialog; solid `danger` is used in that dialog only. `pill` is a value with a menu that changes it, colored by
 * `data-tone` and `data-quiet`. One `primary` per view.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'danger-line' | 'quiet' | 'pill'
export type ButtonSize = 'sm' | 'md' | 'lg'

type Common = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'isPending' | 'isDisabled'> & {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Outline
  /** Busy: cannot be pressed, keeps the focus and its width. */
  pending?: boolean
  /** Reason why it is disabled. The button stays focusable; the reason is its description and its tooltip, and a tap shows it. */
  disabledReason?: string | undefined
  /** With a reason: a press is still handled, and shows what is missing. */
  attemptable?: boolean
  className?: string
}

export type ButtonProps = Common & {
  children: ReactNode
  /** Shown in place of the label while pending, such as 'Adding...'. */
  pendingLabel?: ReactNode
  /** As wide as its container. */
  block?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  pending = false,
  pendingLabel,
  block,
  children,
  ...props
}: ButtonProps) {
  return (
    <Pressable {...props} pending={pending} variant={variant} size={size} block={block ?? false}>
      {/* Both labels lie in one cell, so that the width is that of the longer one from the start. */}
      <span className="ui-button-label" data-hidden={pending || undefined}>
        {icon && <Icon icon={icon} />}
        <span>{children}</span>
      </span>
      {(pending || pendingLabel) && (
        <span className="ui-button-label" data-hidden={!pending || undefined}>
          <span className="ui-spinner" aria-hidden="true" />
          <span className={pendingLabel ? '' : 'sr-only'}>{pendingLabel ?? children}</span>
        </span>
      )}
    </Pressable>
  )
}

/** A button that shows only an icon; `label` names it and is its tooltip. */
export function IconButton({
  variant = 'quiet',
  size = 'md',
  icon,
  label,
  pending = false,
  ...props
}: Common & { icon: Outline; label: string }) {
  return (
    <Pressable {...props} pending={pending} variant={variant} size={size} iconOnly aria-label={label} tooltip={label}>
      {pending ? <span className="ui-spinner" aria-hidden="true" /> : <Icon icon={icon} />}
    </Pressable>
  )
}

function Pressable({
  variant,
  size,
  block = false,
  iconOnly = false,
  pending = false,
  disabledReason,
  attemptable = false,
  tooltip,
  className = '',
  children,
  ...props
}: Omit<Common, 'icon'> & { block?: boolean; iconOnly?: boolean; tooltip?: string; children: ReactNode }) {
  const reasonId = useId()
  const { onPress, type, ...rest } = props
  const pressable = { ...(onPress && { onPress }), ...(type && { type }) }
  // A submit button becomes inert by its type.
  const inert = { type: 'button', onPress: (event: PressEvent) => disabledReason && explain(event, disabledReason) } as const
  // `aria-disabled` keeps the button reachable, so that the reason can be read. Not `isPending` of React Aria: what it announces stays
  // behind, without a name, when the button goes away.
  const behaviour = pending
    ? ({ 'aria-disabled': true, type: 'button' } as const)
    : disabledReason
      ? { 'aria-disabled': true, 'aria-describedby': reasonId, ...(attemptable ? pressable : inert) }
      : pressable
  return (
    <AriaButton
      {...rest}
      {...behaviour}
      data-busy={pending || undefined}
      className={`ui-button ${className}`}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      data-icon-only={iconOnly || undefined}
      data-tooltip={disabledReason ?? tooltip}
    >
      {children}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </AriaButton>
  )
}

function explain({ pointerType }: PressEvent, reason: string) {
  if (pointerType === 'touch') toast.info(reason)
}
