import { themePresets } from '@twofold/contract/mail-design/theme-presets'
import { themeDesign } from '@twofold/contract/mail-design/themes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, luminance, mix, readableOn } from './colors.ts'
import { darkPalette, designedPalette, type Palette } from './palette.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(luminance('#ff0000')).toBeCloseTo(0.2126)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

test('a color that is readable stays; another is shifted as little as needed', () => {
  expect(readableOn(['#ffffff'], '#0b6b67', 4.5)).toBe('#0b6b67')
  const shifted = readableOn(['#ffffff'], '#667eea', 4.5)
  expect(contrast(shifted, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shifted, '#ffffff')).toBeLessThan(5)
})

describe('every text can be read on its ground', () => {
  const texts = (palette: Palette): [string, string][] => [
    [palette.text, palette.card],
    [palette.text, palette.soft],
    [palette.heading, palette.card],
    [palette.heading, palette.soft],
    [palette.link, palette.card],
    [palette.muted, palette.card],
    [palette.muted, palette.soft],
    [palette.mutedOnBackground, palette.background],
    [palette.buttonText, palette.button],
    [palette.headerSmallText, palette.header],
  ]

  test.each(Object.entries(themePresets.color_schemes))(
    'preset %s, without a shift where the preset promises it',
    (_, { name: _name, ...scheme }) => {
      const design = themeDesign.parse(scheme)
      const light = designedPalette(design)
      for (const palette of [light, darkPalette(design)]) {
        for (const [text, ground] of texts(palette)) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      }
      expect(light).toMatchObject({
        text: scheme.text_color,
        heading: scheme.heading_color,
        link: scheme.link_color,
        button: scheme.button_color,
      })
    },
  )

  test('whatever colors somebody chose', () => {
    const design = fc.record({
      primary_color: colour,
      secondary_color: colour,
      card_background: colour,
      background_color: colour,
      text_color: colour,
      heading_color: colour,
      link_color: colour,
      button_color: colour,
      button_text_color: colour,
    })
    fc.assert(
      fc.property(design, (colors) => {
        const parsed = themeDesign.parse(colors)
        for (const palette of [designedPalette(parsed), darkPalette(parsed)]) {
          for (const [text, ground] of texts(palette)) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('a dark device gets a dark card; a design that is dark stays as it is', () => {
  const light = themeDesign.parse({})
  expect(luminance(darkPalette(light).card)).toBeLessThan(0.03)
  const dark = themeDesign.parse({ card_background: '#141a1c' })
  expect(darkPalette(dark)).toEqual(designedPalette(dark))
})
