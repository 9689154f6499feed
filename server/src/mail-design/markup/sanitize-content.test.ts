import { describe, expect, test } from 'vitest'
import { isPicture, safeClass } from './markup-allow-list.ts'
import { safeHref } from './safe-href.ts'
import { sanitizeContent } from './sanitize-content.ts'

const content = (html: string) => sanitizeContent(html).content

describe('links lead to the web or a mailbox', () => {
  test.each([
    ['https://vault.example.org/a?b=c&d=e#f', 'https://vault.example.org/a?b=c&d=e#f'],
    ['HTTP://x.example', 'HTTP://x.example'],
    ['mailto:ann@example.org', 'mailto:ann@example.org'],
    ['https://x.example/a b', 'https://x.example/a%20b'],
    [' https://x.example ', 'https://x.example'],
    ['javascript:alert(1)', '#'],
    ['JaVaScRiPt:alert(1)', '#'],
    ['java\nscript:alert(1)', '#'],
    ['\u0001javascript:alert(1)', '#'],
    ['data:text/html,<script>', '#'],
    ['vbscript:x', '#'],
    ['file:///etc/passwd', '#'],
    ['//evil.example', '#'],
    ['/relative', '#'],
    ['https:', '#'],
    ['https:evil', '#'],
    ['x https://x.example', '#'],
    ['ht\ntps://x.example', 'https://x.example'],
    ['', '#'],
  ])('%j → %s', (href, expected) => {
    expect(safeHref(href)).toBe(expected)
    const attribute = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    expect(content(`<a href="${attribute}">x</a>`)).toBe(`<a href="${expected.replaceAll('&', '&amp;')}">x</a>`)
  })
})

describe('elements that an e-mail has no use for are gone', () => {
  test.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<p onclick="x" onmouseover=y>x</p>', '<p>x</p>'],
    ['<iframe src="https://x"></iframe>x', 'x'],
    ['<object data="x"><b>y</b></object>x', 'x'],
    ['<form action="https://x"><input name="a"><button>b</button></form>', 'b'],
    ['<svg><script>1</script></svg>x', 'x'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>x', 'x'],
    ['<meta http-equiv="refresh" content="0;url=x"><base href="x"><link rel="stylesheet" href="x">x', 'x'],
    ['<!-- comment --><p>x</p>', '<p>x</p>'],
    ['<title>t</title><p>x</p>', '<p>x</p>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>x', 'x'],
    ['<img src="http://x/a.png" alt="a">', '<img alt="a" />'],
    ['<img src="javascript:x">', '<img />'],
    ['<img src="data:image/svg+xml;base64,AAAA">', '<img />'],
    ['<p style="color:red;background:url(https://x)">x</p>', '<p style="color:red">x</p>'],
    ['<p style="position:fixed;top:0">x</p>', '<p>x</p>'],
    ['<p style="color:red&quot;&gt;&lt;script&gt;">x</p>', '<p>x</p>'],
  ])('%s', (html, expected) => {
    expect(content(html)).toBe(expected)
  })
})

test('the elements of e-mails stay', () => {
  const html =
    '<table width="100%" cellpadding="0" style="border-collapse:collapse"><tbody><tr><td colspan="2" bgcolor="#ffffff">x<br /></td></tr></tbody></table>' +
    '<img src="cid:logo" alt="Logo" width="20" /><img src="https://x.example/a.png" /><img src="data:image/png;base64,AAAA" />' +
    '<p class="note">a &amp; b</p>'
  expect(content(html)).toBe(html)
})

test.each([
  'https://x.example/a.png',
  'HTTPS://x.example/a.png',
  'cid:logo',
  'https://x.example/data:a.png',
  'data:image/png;base64,AA+/aa==',
  'da\nta:image/webp;base64,AAAA',
])('a picture may come from %j', (source) => {
  expect(isPicture(source)).toBe(true)
})

test.each([
  '',
  '?https://x.example/a.png',
  'http://x.example/a.png',
  'https:',
  'mailto:ann@example.org',
  'xcid:logo',
  'http://x.example/https:a.png',
  'x:data:image/png;base64,AAAA',
  'ftp://https://x.example/a.png',
  'javascript:data:image/png;base64,AAAA',
  'data:text/html,data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,AAAA',
  'data:image/png;base64,AAAA"',
])('no picture may come from %j', (source) => {
  expect(isPicture(source)).toBe(false)
})

test('only plain class names stay', () => {
  expect(safeClass('note  big-1 a"b "c d" _x')).toBe('note big-1 _x')
})

test('a link without an address and a picture without a source are left alone', () => {
  expect(content(' <a name="top">x</a><img alt="y" />\n')).toBe('<a name="top">x</a><img alt="y" />')
})

test('elements nested more than 60 times are lost', () => {
  const nested = (depth: number) => `${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`
  expect(content(nested(60))).toBe(nested(60))
  expect(content(nested(61))).toBe(nested(60))
})

test('a whole document becomes its body', () => {
  expect(content('<!doctype html><html><head><title>t</title></head><body style="color:red" onload="x"><p>x</p></body></html>')).toBe(
    '<div style="color:red"><p>x</p></div>',
  )
})

test('an unclosed rule of one style does not run into the next', () => {
  expect(sanitizeContent('<style>h1</style><style>h2{color:red}</style>').css.rules).toBe('h1 h2{color:red}')
})

test('styles come back apart, without what loads or leaves the element', () => {
  const { content, css } = sanitizeContent(
    '<style>h1{color:red}@import url(x);@media (max-width:400px){p{color:red;background:url(x)}}</style><h1>x</h1><style>p{color:blue}</style>',
  )
  expect(content).toBe('<h1>x</h1>')
  expect(css).toEqual({ rules: 'h1{color:red}p{color:blue}', media: '@media (max-width:400px){p{color:red}}' })
})
