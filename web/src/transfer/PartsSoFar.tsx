import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from '../ui/icons/Check.ts'
import { Circle } from '../ui/icons/Circle.ts'
import { Alert } from '../ui/Alert.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type CollectedParts, entriesOf } from './migration-parts.ts'

/** Parts from which on they are counted only. */
const manyParts = 30

/** The scanned codes of an export, and the next one. */
export function PartsSoFar({ parts }: { parts: CollectedParts }) {
  const { t } = useLingui()
  const { size, entries } = parts
  const found = entries.size
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const next = numbers.find((number) => !entries.has(number - 1)) ?? 1
  return (
    <Alert type="info" title={t`${found} of ${size} QR codes scanned`} announce>
      <Trans>
        This export takes several QR codes. Show part {next} of {size} now.
      </Trans>{' '}
      <Plural value={entriesOf(parts).length} one="# key found so far." other="# keys found so far." />
      {size <= manyParts && (
        <ol className="mt-2 flex flex-wrap gap-x-4 gap-y-1" aria-label={t`Parts of the export`}>
          {numbers.map((number) => {
            const isThere = entries.has(number - 1)
            return (
              <li key={number} className={`inline-flex items-center gap-1 ${isThere ? 'text-success-text' : ''}`}>
                <Icon icon={isThere ? Check : Circle} size={12} />
                {isThere ? t`Part ${number}: scanned` : t`Part ${number}: missing`}
              </li>
            )
          })}
        </ol>
      )}
    </Alert>
  )
}
