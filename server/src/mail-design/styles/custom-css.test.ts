import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCustomCss, checkedDeclarations, cleanCss, cleanDeclarations } from './custom-css.ts'

describe('rules that e-mails need pass as they are', () => {
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

describe('rules that load, move, run or break out are taken away and reported', () => {
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
    ['p{color:red;float:l\\65 ft}', 'p{color:red}'],
    ['p{color:red;mso-x_y:1}', 'p{color:red}'],
    ['p{color:red}@media{p{color:blue}}', 'p{color:red}'],
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

  test.each([
    ['a{float:l\\65 ft}', 'Escapes are not available.'],
    ['a{font-family:"<"}', 'The text contains characters that are not available.'],
    ['a{width:attr(x)}', 'The function attr() is not available.'],
    ['a{position:fixed}', 'The property "position" is not available.'],
    ['a{&:hover{color:red}}', 'Nesting is not available.'],
    ['a::after{color:red}', 'This selector is not available.'],
  ])('%s: %s', (css, message) => {
    expect(checkCustomCss(css).map((problem) => problem.message)).toEqual([message])
  })

  test('brackets may be nested 24 deep, quoted and closed ones do not count, and the one that is too deep is named', () => {
    const message = 'Brackets are nested deeper than 24 levels.'
    const problemsOf = (value: string) => checkCustomCss(`p{color:red}\nq{width:${value}`).filter((problem) => problem.message === message)
    expect(problemsOf('('.repeat(23))).toEqual([])
    expect(problemsOf('('.repeat(24))).toEqual([{ message, line: 2, column: 32 }])
    for (const bracket of '([{') expect(problemsOf(bracket.repeat(24))).toHaveLength(1)
    for (const pair of ['()', '[]', '"("', "'['", '\\(']) expect(problemsOf(pair.repeat(60))).toEqual([])
    expect(problemsOf(`${')'.repeat(60)}${'('.repeat(25)}`)).toHaveLength(1)
    expect(cleanCss(`p{color:red}q{width:${'('.repeat(24)}`)).toEqual({ rules: '', media: '' })
    expect(cleanDeclarations(`color:red;width:${'('.repeat(25)}`)).toBe('')
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

test('@MEDIA is read like @media, whose name CSS compares without regard to case', () => {
  expect(cleanCss('@MEDIA print{p{color:red}}').media).toBe('@media print{p{color:red}}')
})

test.each([
  ['color: red;  width: 10px', 'color: red;  width: 10px'],
  ['color: red; position: fixed', 'color:red'],
  ['color: red; width', 'color:red'],
  ['color: red /* < */', 'color:red'],
  ['color: r\\65 d; width: 1px', 'width:1px'],
  ['color: red } p { color: blue', ''],
])('the style %s is left as it was written only where all of it is on the list and every program reads it alike', (style, expected) => {
  expect(checkedDeclarations(style)).toBe(expected)
})

test('a style attribute keeps its declarations and nothing else', () => {
  expect(cleanDeclarations('color: red; background: url(x); } p { color: blue; width: 10px')).not.toContain('url')
  expect(cleanDeclarations('display: none; width:expression(1); color:RED')).toBe('display:none;color:RED')
  expect(cleanDeclarations('')).toBe('')
})
