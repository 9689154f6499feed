import './password-strength.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { limits } from '@twofold/contract/limits'
import { Check } from './icons/Check.ts'
import { Circle } from './icons/Circle.ts'
import { Info } from './icons/Info.ts'
import { TriangleAlert } from './icons/TriangleAlert.ts'
import { useMemo } from 'react'
import { installationQuery } from '../lib/installation.ts'
import { type BreachCheck, useBreachCheck } from '../lib/use-breach-check.ts'
import { Icon } from './Icon.tsx'
import { type Commonness, followedAdvice, type PasswordAdvice, passwordScore } from './password-strength.ts'

const steps = [1, 2, 3, 4, 5] as const

/** Strength of a new password in a word and a bar, whether it is known from data breaches, and advice. Shows nothing for an empty field. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useLingui()
  const breach = useBreachCheck(password)
  const { data: installation } = useQuery(installationQuery)
  const minimum = installation?.password_min_length ?? limits.passwordMin
  const commonness = useCommonness(password)
  const score = passwordScore(password, { isBreached: breach.kind === 'found', minimum, commonness })
  if (score === 0) return null
  const labels = { 1: t`Weak`, 2: t`Fair`, 3: t`Good`, 4: t`Strong`, 5: t`Very Strong` }
  const followed = followedAdvice(password, minimum, commonness)
  const advice: Record<PasswordAdvice, React.ReactNode> = {
    length: <Plural value={minimum} other="At least # characters (required)" />,
    lowercase: <Trans>A lowercase letter</Trans>,
    uppercase: <Trans>An uppercase letter</Trans>,
    digit: <Trans>A digit</Trans>,
    special: <Trans>A special character</Trans>,
    uncommon: <Trans>No common pattern</Trans>,
    unrepeated: <Trans>No character three times in a row</Trans>,
    long: <Trans>12 or more characters</Trans>,
  }
  return (
    <div className="ui-strength" data-score={score}>
      <div className="ui-strength-bar" aria-hidden="true">
        {steps.map((step) => (
          <i key={step} data-on={step <= score || undefined} />
        ))}
      </div>
      <p aria-live="polite">
        <Trans>
          Password strength: <strong>{labels[score]}</strong>
        </Trans>
      </p>
      <p className="ui-strength-breach" data-kind={breach.kind} aria-live="polite">
        <Breach check={breach} />
      </p>
      <p className="ui-strength-note">
        <Trans>Optional, for a stronger password:</Trans>
      </p>
      <ul>
        {(Object.keys(advice) as PasswordAdvice[]).map((key) => (
          <li key={key} data-followed={followed[key] || undefined}>
            <Icon icon={followed[key] ? Check : Circle} size={12} label={followed[key] ? t`Done` : t`Not yet`} />
            <span>{advice[key]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The list is loaded with the first letter. */
function useCommonness(password: string): Commonness {
  const { data: find } = useQuery({
    queryKey: ['common-passwords'],
    queryFn: async () => (await import('./common-passwords.ts')).findCommonPassword,
    staleTime: Infinity,
    enabled: password !== '',
  })
  return useMemo(() => (find ? find(password) : 'unknown'), [find, password])
}

function Breach({ check }: { check: BreachCheck }) {
  switch (check.kind) {
    case 'none':
      return null
    case 'checking':
      return <Trans>Checking for data breaches...</Trans>
    case 'found':
      return (
        <>
          <Icon icon={TriangleAlert} size={14} />
          <span>
            <Plural value={check.count} one="This password was found in # data breach" other="This password was found in # data breaches" />
          </span>
        </>
      )
    case 'clear':
      return (
        <>
          <Icon icon={Check} size={14} />
          <Trans>No known data breaches found</Trans>
        </>
      )
    case 'unknown':
      return (
        <>
          <Icon icon={Info} size={14} />
          <Trans>Data breaches could not be checked right now</Trans>
        </>
      )
  }
}
