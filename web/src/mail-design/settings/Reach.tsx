import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlastRadius } from '../../ui/BlastRadius.tsx'

/** Number of templates that will get a theme. */
export function Reach({ of: { without, other } }: { of: { without: number; other: number } }) {
  const { t } = useLingui()
  if (without + other === 0) {
    return (
      <p>
        <Trans>No template changes: each has a theme already.</Trans>
      </p>
    )
  }
  return (
    <BlastRadius
      label={t`What this touches`}
      facts={[
        {
          count: without,
          label: <Plural value={without} one="template without a theme gets it" other="templates without a theme get it" />,
        },
        {
          count: other,
          label: <Plural value={other} one="template loses the theme it has" other="templates lose the theme they have" />,
        },
      ]}
    />
  )
}
