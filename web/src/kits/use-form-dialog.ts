import { type FormEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type SubmitErrorHandler,
  useForm,
} from 'react-hook-form'
import { ApiError, failureMessage } from '../lib/api-error.ts'
import { useUnsavedChanges } from '../lib/unsaved-changes.ts'
import { type ActOptions, messageOf, useAct } from './use-act.ts'
import { useRefusal } from './use-refusal.ts'

type FormDialogOptions<Values extends FieldValues, Answer> = Pick<ActOptions<Answer, Values>, 'send' | 'said' | 'renews' | 'duration'> & {
  values: DefaultValues<Values>
  /** Of `schemaResolver`, where the contract's rules hold for the form as a whole. */
  rules?: Resolver<Values>
  /** What the fields are called in which something stands that looks like a secret: it is asked about before it is stored as a name. */
  secretsIn?: (values: Values) => readonly string[]
  /** Nothing is to be sent then: the dialog closes. */
  isUnchanged?: (values: Values) => boolean
  /** Some fields do not hold what they have to. */
  onInvalid?: SubmitErrorHandler<Values>
  /** The sentence for a failure about which the server says nothing better; as a function, the one in which its reason stands. */
  failed: string | ((reason: string) => string)
  /** Refusals, by their codes, that say what is wrong with a field. */
  about?: Readonly<Record<string, Path<Values>>>
  /** With such an answer the dialog stays, and shows it: a secret to copy, or what went wrong at another server. */
  stays?: (answer: Answer) => boolean
  onDone?: (answer: Answer) => void
  onClose: () => void
}

/**
 * The form of a `FormDialog`. What the server says against a field stands beneath it, and the first such field has the focus; every other failure
 * stands above the fields. While something was typed, closing asks first. Done, it says so and closes at once, while what is shown is renewed.
 */
export function useFormDialog<Values extends FieldValues, Answer>(options: FormDialogOptions<Values, Answer>) {
  const { values, rules, secretsIn, isUnchanged, onInvalid, said, renews, duration, failed, about, stays, onDone, onClose } = options
  const [kept, setKept] = useState<Answer>()
  const form = useForm<Values>({ defaultValues: values, ...(rules && { resolver: rules }) })
  const act = useAct<Answer, Values>({
    send: options.send,
    failed: false,
    renews,
    said: (answer, input) => (stays?.(answer) ? undefined : said === undefined ? messageOf(answer) : said && said(answer, input)),
    ...(duration !== undefined && { duration }),
    onAnswer: (answer) => {
      if (stays?.(answer)) return setKept(answer)
      onClose()
      onDone?.(answer)
    },
  })
  const [asked, setAsked] = useState<{ names: readonly string[]; input: Values }>()
  const { error, isPending } = act
  const { hasPlace, rest } = useRefusal(form, error, about)
  const { isDirty } = form.formState
  useUnsavedChanges(isDirty)
  const isAnswered = error instanceof ApiError && (error.code === 'pin.required' || error.code === 'requests.waiting')
  const send = (input: Values) => {
    setKept(undefined)
    act.mutate(input)
  }
  const submit = form.handleSubmit((input) => {
    const names = secretsIn?.(input) ?? []
    if (isPending) return
    if (isUnchanged?.(input)) onClose()
    else if (names.length > 0) setAsked({ names, input })
    else send(input)
  }, onInvalid)
  return {
    ...form,
    isPending,
    refusal: error instanceof ApiError ? error : undefined,
    /** With which it stayed open. */
    answer: kept,
    failure:
      !error || hasPlace || isAnswered
        ? undefined
        : typeof failed === 'string'
          ? (rest ?? failureMessage(error, failed))
          : failed(rest ?? failureMessage(error, error.message)),
    submit: (event: FormEvent) => {
      // What the server said of an earlier try holds nothing back, also where no input is registered for its field.
      form.clearErrors()
      return submit(event)
    },
    /** About what looks like a secret. */
    question: asked && {
      fields: asked.names,
      onClose: () => setAsked(undefined),
      onConfirm: () => {
        setAsked(undefined)
        send(asked.input)
      },
    },
    /** What binds a field: `<TextField label={t`Name`} {...form.field('name')} />`. `complaint`: what is wrong with a value. */
    field: <Name extends Path<Values>>(name: Name, complaint?: (value: PathValue<Values, Name>) => string | undefined) => ({
      ...form.register(name, complaint && { validate: (value) => complaint(value) ?? true }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    onClose,
  }
}
