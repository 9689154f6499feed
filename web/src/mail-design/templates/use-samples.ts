import type { SampleData } from '@twofold/contract/mail-design/template-fields'
import { useState } from 'react'

/** What previews and tests of a template are filled with in place of its samples. Nothing of it is stored. */
export function useSamples() {
  const [given, setGiven] = useState<SampleData>({})
  return {
    given,
    give: (name: string, text: string) => setGiven((others) => ({ ...others, [name]: valueOf(text) })),
    reset: () => setGiven({}),
  }
}

/** What is written as a number is one, so that conditions compare it as one. It is written the same in a mail. */
const valueOf = (text: string): string | number => (/^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text)

export type Samples = ReturnType<typeof useSamples>
