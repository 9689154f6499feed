import { expect, test } from 'vitest'
import { iconPath } from './issuer-icons.ts'
import { issuerNames } from './plain-issuer.ts'

const hasIcon = (issuer: string) => issuerNames(issuer).some((name) => iconPath(name) !== undefined)

test.each(['GitHub', 'github', 'GitHub (work)', 'GitHub: ann', 'github.com', 'www.gitlab.com', 'Proton Mail', 'PayPal - shop', 'GOG.com'])(
  '%j is a service with a mark',
  (issuer) => {
    expect(hasIcon(issuer)).toBe(true)
  },
)

test.each(['', 'Box office', 'X-ray room', 'North Bank', 'Linear algebra', '()', 'notgithub.example'])('%j has none', (issuer) => {
  expect(hasIcon(issuer)).toBe(false)
})
