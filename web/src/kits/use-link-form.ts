import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { isLinkFault } from '../lib/is-link-fault.ts'
import { schemaResolver } from '../lib/schema-resolver.ts'
import { useSentForm } from './use-sent-form.ts'

/** A valid e-mailed link. */
export interface GoodLink {
  email: string
  token: string
  /** Called if the link turns out to be invalid. */
  recheck: () => void
  /** Called when its purpose is fulfilled. */
  onDone: () => void
}

type LinkFormOptions<Values extends FieldValues> = Pick<GoodLink, 'recheck' | 'onDone'> & {
  rules: ZodMiniType<unknown, Values>
  values: DefaultValues<Values>
  send: (values: Values) => Promise<unknown>
  /** The sentence for a failure about which the server says nothing better. */
  failed: string
}

/** The form behind an e-mailed link: validated by the contract, with the server's complaints beneath their fields. */
export function useLinkForm<Values extends FieldValues>({ rules, recheck, onDone, ...sent }: LinkFormOptions<Values>) {
  const form = useSentForm<Values, unknown>({
    ...sent,
    mode: 'onTouched',
    rules: schemaResolver(rules),
    pointsAbove: true,
    said: false,
    renews: [],
    onAnswer: onDone,
    onRefused: (refusal) => isLinkFault(refusal) && recheck(),
  })
  return { ...form, failure: isLinkFault(form.refusal) ? undefined : form.failure }
}
