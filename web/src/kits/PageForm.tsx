import type { ComponentProps, FormEvent } from 'react'

type PageFormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  /** Of `useSentForm` or `useTypedForm`. A form whose draft lives elsewhere provides the same. */
  form: { submit: (event: FormEvent) => unknown; isPending?: boolean }
}

/** A form on a page: it checks itself, and is sent once however often Enter is pressed. */
export const PageForm = ({ form, className = 'grid gap-5', ...attributes }: PageFormProps) => (
  <form
    {...attributes}
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      if (!form.isPending) void form.submit(event)
    }}
  />
)
