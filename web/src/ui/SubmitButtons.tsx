import { Button, type ButtonProps } from './Button.tsx'
import { CancelButton } from './CancelButton.tsx'

/** The footer of a dialog with a form: Cancel, and the button that sends it. */
export function SubmitButtons(submit: Omit<ButtonProps, 'type'>) {
  return (
    <>
      <CancelButton />
      <Button variant="primary" {...submit} type="submit" />
    </>
  )
}
