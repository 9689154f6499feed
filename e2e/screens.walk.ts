import type { Page } from '@playwright/test'
import { findings, findingsInWords } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { leftInEnglish, neverTranslatable, speakGerman, speakPseudo, textsOn, watchData } from './other-languages.ts'
import { screens } from './screens.ts'
import { capture } from './screenshots.ts'
import { everyVariant, forEachVariant, distinctVariants } from './variants.ts'

/** All widths in both schemes, instead of the two that tell most. */
const variants = process.env['PICTURES'] === 'all' ? everyVariant : distinctVariants

for (const { name, show, allowed, untouched = [] } of screens) {
  test(name, async ({ page, admin, person, demo, guard }) => {
    if (allowed) guard.allow(allowed)
    const data = watchData(page)
    await show(page, { admin, person, demo })
    const found: string[] = []
    await forEachVariant(page, variants, async (variant) => {
      await capture(page, name, variant)
      found.push(...(await findings(page, variant)))
      // Floating elements move a moment after a resize.
      if (variant.width === 320) await expect.poll(() => tooWide(page)).toEqual([])
    })
    await forEachVariant(page, narrow, async (variant) => {
      const english = await textsOn(page)
      await speakGerman(page)
      const left = async () => (await leftInEnglish(page, data())).filter((text) => !untouched.includes(text))
      await expect.poll(left, 'left in English').toEqual([])
      await expect.poll(() => tooWide(page), 'in German').toEqual([])
      found.push(...(await findingsInWords(page, 'in German')))
      await capture(page, `${name}-de`, variant)
      await speakPseudo(page)
      const never = async () => (await neverTranslatable(page, english, data())).filter((text) => !untouched.includes(text))
      await expect.poll(never, 'never translatable').toEqual([])
      await expect.poll(() => tooWide(page), 'right to left').toEqual([])
      await capture(page, `${name}-rtl`, variant)
    })
    expect(found).toEqual([])
  })
}

/** The variant in which other languages lack space first. */
const narrow = [{ scheme: 'light', width: 320 }] as const

/** Elements that would require horizontal scrolling. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, header, .ui-panel, [role=dialog], [role=alertdialog]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName}: ${scrollWidth} px`),
  )
