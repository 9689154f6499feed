import { describe, expect, test } from 'vitest'
import { themePresets } from './theme-presets.ts'
import { borderRadii, fontChoices, themeDesign, themeRanges } from './themes.ts'

describe('a design', () => {
  test('is whole without any field, with the specified defaults', () => {
    expect(themeDesign.parse({})).toMatchObject({
      layout_type: 'standard',
      primary_color: '#667eea',
      secondary_color: '#764ba2',
      accent_color: '#f093fb',
      background_color: '#f8fafc',
      card_background: '#ffffff',
      text_color: '#2d3748',
      border_color: '#e5e7eb',
      font_size: 16,
      line_height: 1.6,
      container_width: 600,
      border_radius: '12px',
      padding: 40,
      header_padding: 30,
      footer_padding: 20,
      show_header: true,
      header_style: 'gradient',
      logo_size: 28,
      show_footer: true,
      footer_style: 'standard',
      show_unsubscribe: true,
      show_social_links: false,
      button_style: 'rounded',
      button_text_color: '#ffffff',
      button_padding_x: 24,
      button_padding_y: 12,
      use_shadows: true,
      use_gradients: true,
      shadow_intensity: 'medium',
      custom_css: '',
    })
  })

  test.each(['red', '#fff', '#12345g', '#123456;color:red', 'url(x)', '#1234567', ' #123456'])(
    'takes no color but #rrggbb: %s',
    (value) => {
      expect(themeDesign.safeParse({ primary_color: value }).success).toBe(false)
    },
  )

  test.each(Object.entries(themeRanges))('keeps %s within its slider', (field, { min, max, step }) => {
    expect(themeDesign.safeParse({ [field]: min }).success).toBe(true)
    expect(themeDesign.safeParse({ [field]: max }).success).toBe(true)
    expect(themeDesign.safeParse({ [field]: min - step }).success).toBe(false)
    expect(themeDesign.safeParse({ [field]: max + step }).success).toBe(false)
  })

  test.each([...Object.values(fontChoices), 'Georgia', '"Open Sans", sans-serif'])('takes the font list %s', (font) => {
    expect(themeDesign.safeParse({ font_family: font }).success).toBe(true)
  })

  test.each(['Arial;color:red', "'Arial", 'Arial}', 'Arial, url(x)', 'x</style>', '', 'Arial,,serif'])(
    'refuses the font list %s',
    (font) => {
      expect(themeDesign.safeParse({ font_family: font }).success).toBe(false)
    },
  )

  test('refuses what is on no list: radii, choices, and fields that it does not know', () => {
    expect(borderRadii.every((radius) => themeDesign.safeParse({ border_radius: radius }).success)).toBe(true)
    for (const wrong of [
      { border_radius: '6px' },
      { button_style: 'round' },
      { header_style: 'none' },
      { layout_type: 'grid' },
      { logo: 'x' },
    ]) {
      expect(themeDesign.safeParse(wrong).success).toBe(false)
    }
  })
})

test('every preset fits into a design', () => {
  const presets = [...Object.values(themePresets.color_schemes), ...Object.values(themePresets.typography)]
  for (const { name, ...fields } of presets) {
    expect(name).not.toBe('')
    expect(themeDesign.parse(fields)).toMatchObject(fields)
  }
})
