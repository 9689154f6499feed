import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { forEachVariant } from './variants.ts'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What else the scheme could spoil: it changes colours and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails with every finding of axe (WCAG 2.2 AA and best practice) on the page as it stands, light and dark, narrow and wide. */
export async function expectAccessible(page: Page) {
  const findings: string[] = []
  await forEachVariant(page, [320, 1280], async ({ scheme, width }) => {
    // The other mode opens a page of its own for each run, to gather what frames of other sites say; there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (scheme === 'light' ? axe.withTags(tags) : axe.withRules(colourRules)).analyze()
    findings.push(...violations.flatMap((violation) => describe(violation, `${scheme}, ${width} px`)))
  })
  if (findings.length > 0) throw new Error(`axe found on ${page.url()}:\n\n${findings.join('\n\n')}`)
}

function describe({ id, help, nodes }: Violation, where: string) {
  return nodes.map(({ target, failureSummary = '' }) => {
    const summary = failureSummary.replaceAll('\n', '\n  ')
    return `${id} (${where}): ${help}\n  at ${target.join(' ')}\n  ${summary}`
  })
}
