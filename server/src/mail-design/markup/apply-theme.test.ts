import { layoutType, themeDesign, type ThemeDesign } from '@twofold/contract/mail-design/themes'
import { describe, expect, test } from 'vitest'
import { applyTheme, type ThemedMail } from './apply-theme.ts'
import { systemThemes } from '../themes/system-themes.ts'

const content = '<h1>Hi</h1><p><a class="button" href="https://x.example/?a=1&amp;b=2">Go &amp; see</a></p>'
const apply = (design: Partial<ThemeDesign> = {}, more: Partial<ThemedMail> = {}) =>
  applyTheme({
    design: themeDesign.parse(design),
    content,
    appName: 'Twofold',
    appUrl: 'https://vault.example.org',
    language: 'en',
    ...more,
  })

describe.each(layoutType.options)('the layout %s', (layout_type) => {
  test('stands in tables that are read as layout, bound in width for Outlook too', () => {
    const html = apply({ layout_type, container_width: 640 })
    expect(html.match(/<table/g)).toHaveLength(html.match(/<table role="presentation"/g)?.length ?? 0)
    expect(html).toContain('<!--[if mso]><table role="presentation" align="center" width="640"')
    expect(html).toContain('.t-container{border-collapse:separate;border-spacing:0;width:100%;max-width:640px')
  })

  test('leaves header and footer away when told to', () => {
    const html = apply({ layout_type, show_header: false, show_footer: false })
    expect(html).not.toContain('class="t-header')
    expect(html).not.toContain('class="t-footer')
    expect(html).toContain('<h1>Hi</h1>')
  })

  test('puts a plain color below a gradient, and none where none is wanted', () => {
    const filled = apply({ layout_type, header_style: 'gradient', primary_color: '#112233', secondary_color: '#445566' })
    expect(filled).toContain('bgcolor="#112233"')
    expect(filled).toContain('.t-header-filled{background-image:linear-gradient(135deg,#112233,#445566)}')
    expect(apply({ layout_type, header_style: 'gradient', use_gradients: false })).not.toContain('gradient(')
    expect(apply({ layout_type, header_style: 'solid' })).not.toContain('gradient(')
    expect(apply({ layout_type, header_style: 'minimal' })).toContain('t-header-plain')
  })
})

describe('buttons', () => {
  test.each([
    ['square', '12px', '4px', 9],
    ['pill', '12px', '50px', 50],
    ['rounded', '16px', '16px', 36],
  ] as const)('%s with a radius of %s are %s round, in Outlook by a share of their height', (button_style, border_radius, radius, arc) => {
    const html = apply({ button_style, border_radius })
    expect(html).toMatch(new RegExp(String.raw`\.button\{[^}]*border-radius:${radius}`))
    expect(html).toContain(`arcsize="${arc}%"`)
  })

  test('are drawn beside the link, with its address and label; other links are not', () => {
    const html = apply({}, { content: `${content}<a href="https://y.example">Y</a>` })
    expect(html.match(/<v:roundrect/g)).toHaveLength(1)
    expect(html).toMatch(
      /<!--\[if mso\]><v:roundrect[^>]* href="https:\/\/x\.example\/\?a=1&amp;b=2"[^>]*>.*?>Go &amp; see<\/center><\/v:roundrect><!\[endif\]-->/,
    )
    expect(html).toContain('<!--[if !mso]><!--><a class="button"')
  })

  test('say what they do in a color that can be read', () => {
    expect(apply({ button_color: '#ffff00', button_text_color: '#ffffff' })).not.toContain('fillcolor="#ffff00"')
  })
})

test.each([
  ['light', 0.05],
  ['medium', 0.1],
  ['heavy', 0.2],
] as const)('a %s shadow has the opacity %s', (shadow_intensity, opacity) => {
  expect(apply({ shadow_intensity })).toContain(`rgba(0,0,0,${opacity})`)
  expect(apply({ shadow_intensity, use_shadows: false })).not.toContain('rgba(0,0,0')
})

describe('dark devices', () => {
  test('get dark colors by media query, and in Outlook.com by its marks', () => {
    const html = apply()
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{[^@]*\.t-card\{background-color:#[0-9a-f]{6}!important/)
    expect(html).toMatch(/\[data-ogsc\] h1,\[data-ogsc\] h2,\[data-ogsc\] h3\{color:#[0-9a-f]{6}!important\}/)
    expect(html).toMatch(/\[data-ogsb\] \.t-card\{background-color:/)
  })

  test('find a dark design as it was made', () => {
    expect(apply({ card_background: '#101418' })).not.toContain('prefers-color-scheme:dark')
  })
})

describe('the footer', () => {
  test('offers to unsubscribe when there is a way and the theme shows it', () => {
    const unsubscribeUrl = 'https://vault.example.org/u?a=1&b=2'
    expect(apply({}, { unsubscribeUrl })).toContain('href="https://vault.example.org/u?a=1&#38;b=2">Unsubscribe')
    expect(apply({}, {})).not.toContain('Unsubscribe')
    expect(apply({ show_unsubscribe: false }, { unsubscribeUrl })).not.toContain('Unsubscribe')
  })

  test('names the address of the installation when links are wanted', () => {
    expect(apply({ show_social_links: true })).toContain('>vault.example.org</a>')
    expect(apply()).not.toContain('>vault.example.org</a>')
  })
})

test('names are text, and addresses are links or nothing', () => {
  const html = apply({}, { appName: '<b>"x"', appUrl: 'javascript:alert(1)', title: '</title><b>', preheader: '<b>', language: '"><b>' })
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('javascript:')
  expect(html).toContain('<html lang="en" dir="ltr"')
})

test('custom CSS comes last, cleaned', () => {
  const html = apply({ custom_css: 'h1{color:#123456}@media (max-width:99px){h1{color:red}}</style><script>x</script>' })
  expect(html).toContain('h1{color:#123456}</style>')
  expect(html).toContain('@media (max-width:99px){h1{color:red}}</style>')
  expect(html).not.toContain('<script')
})

test('the system themes are one for each layout, and each a valid design', () => {
  expect(systemThemes.map(({ slug }) => slug).toSorted()).toEqual(layoutType.options.toSorted())
  for (const { slug, name, description, design } of systemThemes) {
    expect(design.layout_type).toBe(slug)
    expect(name && description).not.toBe('')
    expect(themeDesign.parse(design)).toEqual(design)
  }
  expect(new Set(systemThemes.map(({ design }) => design.primary_color)).size).toBe(systemThemes.length)
})
