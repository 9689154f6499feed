import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

/** Milliseconds after the last letter: a screen reader would otherwise speak over what is typed. */
const pause = 500

/** Says how many keys are found, and which one Enter copies. */
export function SearchStatus({ text, first }: { text: string; first: string | undefined }) {
  const { t } = useLingui()
  const wanted = text !== '' && first !== undefined ? t`${text}, Enter copies ${first}` : text
  const [said, setSaid] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  )
}
