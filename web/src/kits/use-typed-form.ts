import type { FormEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  type SubmitErrorHandler,
  useForm,
} from 'react-hook-form'
// The scripts that the dashboard waits for have no room for it.
import '../lib/posts-once.ts'
import { isProofField } from '../lib/proof-field.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { useLanguageChange } from './use-language-change.ts'

export type TypedFormOptions<Values extends FieldValues> = {
  values: DefaultValues<Values>
  /** Stored values to edit: the form follows them until the user types. */
  stored?: Values
  /** When fields are validated before the first submit; by default not at all. */
  mode?: 'onTouched'
  /** From `schemaResolver`, if the contract's rules apply to the whole form. */
  rules?: Resolver<Values>
  /** Nothing is lost with what was typed, such as a question that is asked again at once. */
  isFleeting?: true
  /** All fields hold what they have to. */
  onSubmit: (values: Values) => unknown
  /** Some fields do not. */
  onInvalid?: SubmitErrorHandler<Values>
}

/** A form whose values its caller receives once they are valid. Leaving asks first if there are unsaved changes. */
export function useTypedForm<Values extends FieldValues>(options: TypedFormOptions<Values>) {
  const { values, stored, mode, rules, isFleeting, onSubmit, onInvalid } = options
  const form = useForm<Values>({
    defaultValues: values,
    ...(stored && { values: stored, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    ...(mode && { mode }),
    ...(rules && { resolver: rules }),
  })
  const { isDirty, dirtyFields } = form.formState
  const typed = isDirty ? Object.keys(dirtyFields) : []
  const isProof = typed.length > 0 && typed.every((name) => isProofField(get(form.control._fields, `${name}._f.ref`)))
  useUnsavedChanges(isDirty && !isFleeting, { isProof })
  useLanguageChange(() => form.clearErrors())
  const submit = form.handleSubmit(onSubmit, onInvalid)
  return {
    ...form,
    submit: (event: FormEvent) => {
      // Complaints about an earlier submit must not block, even if no input is registered for the field.
      form.clearErrors()
      return submit(event)
    },
    /** Binds a field, one with a number as a number: `<TextField label={t`Name`} {...form.field('name')} />`. `complaint`: validates a value. */
    field: <Name extends Path<Values>>(name: Name, complaint?: (value: PathValue<Values, Name>) => string | undefined) => ({
      ...form.register(name, {
        ...(complaint && { validate: (value) => complaint(value) ?? true }),
        ...(typeof form.getValues(name) === 'number' && { valueAsNumber: true }),
      }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /** Takes back what was typed. By itself, `reset` keeps changes to stored values. */
    restart: (to = stored ?? values) => form.reset(to, { keepDirtyValues: false, keepErrors: false }),
  }
}
