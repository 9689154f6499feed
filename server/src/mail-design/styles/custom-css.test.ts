import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCustomCss, cleanCss, cleanDeclarations } from './custom-css.ts'

describe('what mails need passes as it is', () => {
  test.each([
    'h1{color:#ff0000;margin:0 0 8px}',
    'p{background-image:linear-gradient(90deg,#ffffff,rgba(0,0,0,.5))!important}',
    '.note a:hover,td[align="left"] > p:first-child{text-decoration:none}',
    'td{width:calc(100% - 10px);mso-line-height-rule:exactly;border-left:1px solid red}',
    "p{font-family:'Segoe UI',Arial,sans-serif}",
  ])('%s', (css) => {
    expect(checkCustomCss(css)).toEqual([])
    expect(cleanCss(css).media).toBe('')
    expect(cleanCss(css).rules.replaceAll(/\s/g, '')).toBe(css.replaceAll("'", '"').replaceAll(/\s/g, ''))
  })

  test('media queries come apart from rules', () => {
    const css = 'p{color:red}@media screen and (max-width:480px){p{color:blue}}'
    expect(checkCustomCss(css)).toEqual([])
    expect(cleanCss(css)).toEqual({ rules: 'p{color:red}', media: '@media screen and (max-width:480px){p{color:blue}}' })
  })
})

describe('what loads, moves, runs or breaks out is taken away and reported', () => {
  test.each([
    ['p{color:red;background:url(https://x)}', 'p{color:red}'],
    ['p{color:red;background:URL("https://x")}', 'p{color:red}'],
    ['p{color:red;background:u\\72l(https://x)}', 'p{color:red}'],
    ['p{color:red;background:image-set("https://x" 1x)}', 'p{color:red}'],
    ['p{color:red;background:var(--x)}', 'p{color:red}'],
    ['p{color:red;--x:url(https://x)}', 'p{color:red}'],
    ['p{color:red;width:expression(alert(1))}', 'p{color:red}'],
    ['p{color:red;behavior:url(x)}', 'p{color:red}'],
    ['p{color:red;-moz-binding:url(x)}', 'p{color:red}'],
    ['p{color:red;position:fixed;top:0;z-index:9}', 'p{color:red}'],
    ['p{color:red;content:"x"}', 'p{color:red}'],
    ['p{color:red;animation:x 1s}', 'p{color:red}'],
    ['p{color:red;font-family:"</style>"}', 'p{color:red}'],
    ['p{color:red;font-family:"\\3c/style>"}', 'p{color:red}'],
    ['p{color:red;&:hover{color:blue}}', 'p{color:red}'],
    ['p{color:red}@import url(https://x);', 'p{color:red}'],
    ['p{color:red}@font-face{font-family:x;src:url(x)}', 'p{color:red}'],
    ['p{color:red}@media (a</style>){p{color:red}}', 'p{color:red}'],
    ['p{color:red}</style><script>alert(1)</script>', 'p{color:red}'],
    ['p{color:red}<!-- x -->', 'p{color:red}'],
    ['p{color:red}a[title="</style>"]{color:red}', 'p{color:red}'],
    ['p{color:red}a::after{color:red}', 'p{color:red}'],
    ['p{color:red}}h1{', 'p{color:red}'],
  ])('%s', (css, kept) => {
    const { rules, media } = cleanCss(css)
    expect(rules + media).toBe(kept)
    expect(checkCustomCss(css)).not.toEqual([])
  })

  test('with its place and reason', () => {
    expect(checkCustomCss('p {\n  color: red;\n  background: url(x)\n}\n@import "y";')).toEqual([
      { message: 'Nothing may be loaded: url() is not available.', line: 3, column: 3 },
      { message: '@import is not available; @media is.', line: 5, column: 1 },
    ])
  })

  test('comments vanish, whatever they hold', () => {
    expect(cleanCss('p{color:red/*</style>*/}/*</style>*/').rules).toBe('p{color:red}')
  })
})

test('no text leaves its style element, loads anything or is refused the second time', () => {
  const pieces = fc.constantFrom(...'p { } color : ; red url( ) " \' < </style> @media @import \\ /* */ ( a ! <!-- --> &'.split(' '), ' ')
  const css = fc.oneof(
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(css, (source) => {
      const { rules, media } = cleanCss(source)
      expect(rules + media).not.toMatch(/<|url\(|@import|\\/i)
      expect(checkCustomCss(rules + media)).toEqual([])
      expect(cleanDeclarations(source)).not.toMatch(/[<{}\\]|url\(/i)
    }),
    { numRuns: 2000 },
  )
})

test('a style attribute keeps its declarations and nothing else', () => {
  expect(cleanDeclarations('color: red; background: url(x); } p { color: blue; width: 10px')).not.toContain('url')
  expect(cleanDeclarations('display: none; width:expression(1); color:RED')).toBe('display:none;color:RED')
  expect(cleanDeclarations('')).toBe('')
})
