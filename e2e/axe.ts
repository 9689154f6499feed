import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import { forEachVariant, distinctVariants, type Variant } from './variants.ts'

type Rules = NonNullable<RunOptions['runOnly']>

/** Everything that axe knows of WCAG 2.2 AA and of best practice. */
const everything: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Rules that a color scheme could violate: it changes colors and nothing else. */
const colours: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Rules that translations could violate: names, the declared language, and touch targets. */
const words: Rules = {
  type: 'rule',
  values: [
    'html-has-lang',
    'html-lang-valid',
    'valid-lang',
    'document-title',
    'button-name',
    'link-name',
    'image-alt',
    'label',
    'aria-command-name',
    'aria-dialog-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'label-content-name-mismatch',
    'landmark-unique',
    'heading-order',
    'target-size',
    'scrollable-region-focusable',
  ],
}

const program = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with every finding of axe on the page as it stands: all rules in the light and narrow, contrast in the dark and wide. */
export async function expectAccessible(page: Page) {
  const found: string[] = []
  await forEachVariant(page, distinctVariants, async (variant) => void found.push(...(await findings(page, variant))))
  if (found.length > 0) throw new Error(`axe found on ${page.url()}:\n\n${found.join('\n\n')}`)
}

/** axe's findings on the page, which is shown in `variant`, as texts for people. */
export async function findings(page: Page, { scheme, width }: Variant): Promise<string[]> {
  const violations = await findViolations(page, scheme === 'light' ? everything : colours)
  return violations.flatMap((violation) => describe(violation, `${scheme}, ${width} px`))
}

/** The same of a page that was turned into another language, by the rules that its words can break. */
export const findingsInWords = async (page: Page, language: string): Promise<string[]> =>
  (await findViolations(page, words)).flatMap((violation) => describe(violation, language))

/**
 * `@axe-core/playwright` sends the program again for each run and describes every element that passes, which takes four times as long. Frames
 * hold e-mail that runs no script, so axe could not look into them either way.
 */
async function findViolations(page: Page, runOnly: Rules): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(program)
  return page.evaluate(async (runOnly) => {
    // Elements half under the header of a scrolled page count as too small to touch.
    window.scrollTo({ top: 0, behavior: 'instant' })
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], iframes: false })
    return violations
  }, runOnly)
}

function describe({ id, help, nodes }: Result, where: string) {
  return nodes.map(({ target, failureSummary = '' }) => {
    const summary = failureSummary.replaceAll('\n', '\n  ')
    return `${id} (${where}): ${help}\n  at ${target.join(' ')}\n  ${summary}`
  })
}
