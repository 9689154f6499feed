import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { useState } from 'react'

/** Values that replace a template's samples in previews and tests. They are not stored. */
export function useSamples() {
  const [given, setGiven] = useState<SampleData>({})
  return {
    given,
    give: (name: string, text: string) => setGiven((others) => ({ ...others, [name]: valueOf(text) })),
    reset: () => setGiven({}),
  }
}

/** A text that is a number becomes one, so that conditions compare it as a number. E-mails show it the same. */
const valueOf = (text: string): string | number => (/^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text)

export type Samples = ReturnType<typeof useSamples>
