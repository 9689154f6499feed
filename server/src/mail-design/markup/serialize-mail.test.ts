import { describe, expect, test } from 'vitest'
import { fillLink, hideLinks, linkAddress, removeLink, withoutLinkCharacter } from './link-address.ts'
import { serializeMail } from './serialize-mail.ts'
import { TemplateError } from './template-error.ts'

const document = (head: string, body = '') => `<!DOCTYPE html>\n<html><head>${head}</head><body>${body}</body></html>`

describe('only what is on the list leaves', () => {
  test.each([
    ['a text is escaped', 'a &amp; b &lt;i&gt; \u00A0', 'a &amp; b &lt;i&gt; &nbsp;'],
    ['an element', '<p class="note"><b>x</b></p>', '<p class="note"><b>x</b></p>'],
    ['the text of an element that is not listed', '<blink>x</blink>', 'x'],
    ['a script goes with what is in it', '<script>alert(1)</script>x', 'x'],
    ['foreign elements with listed names', '<svg><a href="https://x.example">y</a></svg>x', 'x'],
    ['a title outside of the head', '<div><title>t</title>x</div>', '<div>x</div>'],
    ['elements without an end', '<p>a<br>b<img src="cid:x"><hr></p>', '<p>a<br>b<img src="cid:x"></p><hr><p></p>'],
    ['a style outside of the head', '<div><style>p{color:red}</style>x</div>', '<div>x</div>'],
    ['a meta outside of the head', '<div><meta name="viewport" content="x">x</div>', '<div>x</div>'],
    ['a comment', '<p>x<!-- [if mso]><script>1</script><![endif] --></p>', '<p>x</p>'],
    ['the line break that a parser skips', '<pre>\n\nx</pre>', '<pre>\n\nx</pre>'],
    ['no line break where there was none', '<pre>x\n</pre><p>\nx</p>', '<pre>x\n</pre><p>\nx</p>'],
    ['a pre that begins with an element, or with nothing', '<pre><b>\n</b></pre><pre></pre>', '<pre><b>\n</b></pre><pre></pre>'],
  ])('%s', (_what, markup, expected) => {
    expect(serializeMail(markup)).toBe(expected)
  })

  test.each([
    ['a handler', '<p onclick="x" title="t">x</p>', '<p title="t">x</p>'],
    ['an attribute of another element', '<p src="https://x.example/a.png">x</p>', '<p>x</p>'],
    ['a link of a program', '<a href="javascript:alert(1)">x</a>', '<a href="#">x</a>'],
    ['a picture of a program', '<img src="data:image/svg+xml;base64,AAAA" alt="a">', '<img alt="a">'],
    ['a picture', '<img src="https://x.example/a.png">', '<img src="https://x.example/a.png">'],
    ['a class that is no name', '<p class="a&quot;b">x</p>', '<p>x</p>'],
    ['a style that loads', '<p style="background:url(https://x.example)">x</p>', '<p>x</p>'],
    ['a style', '<p style="color:red">x</p>', '<p style="color:red">x</p>'],
    ['a quote in a value', `<p title='"><b>'>x</p>`, '<p title="&quot;&gt;&lt;b&gt;">x</p>'],
    ['a mark for the inliner', '<p data-css-inline="keep">x</p>', '<p>x</p>'],
  ])('of attributes: %s', (_what, markup, expected) => {
    expect(serializeMail(markup)).toBe(expected)
  })

  test.each([
    '<a href="https://x.example" name="n" target="_blank">x</a>',
    '<img src="cid:x" alt="a" border="0" width="1" height="1" align="left" valign="top" bgcolor="#fff">',
    '<table cellpadding="0" cellspacing="0" border="0" width="1"><tbody><tr width="1" height="1" align="left" valign="top" bgcolor="#fff"></tr></tbody></table>',
    '<table><tbody><tr><td colspan="1" rowspan="1" headers="h" width="1">x</td><th colspan="1" rowspan="1" scope="row" bgcolor="#fff">x</th></tr></tbody></table>',
    '<table><colgroup><col span="1" width="1"></colgroup></table>',
    '<font color="#fff" face="f" size="1">x</font>',
    '<ol start="1" type="a"><li>x</li></ol><p align="left">x</p><div align="left">x</div><time datetime="2026">x</time>',
    '<div aria-roledescription="email">x</div>',
    '<p class="c" style="color:red" dir="rtl" lang="he" title="t" role="none" aria-label="l" aria-hidden="true">x</p>',
  ])('the elements of e-mails stay: %s', (markup) => {
    expect(serializeMail(markup)).toBe(markup)
  })

  test.each([
    ['its title', '<title>t</title>', '<title>t</title>'],
    ['no other title', '<script>1</script><title>t</title>', '<title>t</title>'],
    [
      'plain metadata',
      '<meta charset="utf-8"><meta name="viewport" content="x">',
      '<meta charset="utf-8"><meta name="viewport" content="x">',
    ],
    [
      'no other metadata',
      '<meta charset="utf-7"><meta name="refresh" content="x"><meta http-equiv="refresh" content="0"><meta name="x-viewport"><meta name="viewport-x">',
      '',
    ],
    ['a style that is kept', '<style data-css-inline="keep">p{color:red}</style>', '<style data-css-inline="keep">p{color:red}</style>'],
    ['no mark of another value', '<style data-css-inline="x">p{color:red}</style>', '<style>p{color:red}</style>'],
    ['a style without what loads', '<style>p{color:red;background:url(https://x.example)}</style>', '<style>p{color:red}</style>'],
    ['no style with markup in it', '<style>p{color:red}a::before{content:"<b>"}</style>', '<style>p{color:red}</style>'],
    [
      'queries of a style that is cleaned',
      '<style>i{top:0}@media (max-width:9px){p{color:red}}</style>',
      '<style>@media (max-width:9px){p{color:red}}</style>',
    ],
    ['a style as it is written where nothing is wrong with it', '<style>p { color : red }</style>', '<style>p { color : red }</style>'],
  ])('of a head: %s', (_what, head, expected) => {
    expect(serializeMail(document(head))).toBe(document(expected))
  })

  test('a document stays one, and a part none', () => {
    expect(serializeMail('  <html lang="en"><body title="t">x</body></html>')).toBe(
      '<!DOCTYPE html>\n<html lang="en"><head></head><body title="t">x</body></html>',
    )
    expect(serializeMail('<p>x</p><html>')).toBe('<p>x</p>')
    expect(serializeMail('<!doctype html><p>x</p>')).toBe(document('', '<p>x</p>'))
  })

  test('a name with a prefix stays whole', () => {
    const svg = '<html xmlns:v="urn:schemas-microsoft-com:vml"><head></head><body></body></html>'
    expect(serializeMail(svg)).toBe(`<!DOCTYPE html>\n${svg}`)
  })
})

describe('a comment for Outlook', () => {
  const comment = (data: string) => `<!--${data}-->`
  const button = (href: string, text = 'Go') =>
    `[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${href}" style="width:9px" arcsize="10%" stroke="f" fillcolor="#ffffff"><w:anchorlock/><center style="color:#000">${text}</center></v:roundrect><![endif]`
  const head =
    '[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td { font-family: Arial; }</style><![endif]'
  const table = '[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]'

  test.each([
    ['the end of a table', '[if mso]></td></tr></table><![endif]'],
    ['what others read', '[if !mso]><!'],
    ['the end of that', '<![endif]'],
    ['the beginning of a table', table],
    ['a button to the web', button('https://x.example/?a=1&amp;b=2')],
    ['what is said in a head', head],
  ])('stays: %s', (_what, data) => {
    expect(serializeMail(comment(data))).toBe(comment(data))
  })

  test.each([
    ['anything else', 'x'],
    ['something before a table', `x${table}`],
    ['something before what is said in a head', `x${head}`],
    ['something after what is said in a head', `${head}x`],
    ['something after a table', `${table}<script>1</script>`],
    ['a button of a program', button('javascript:alert(1)')],
    ['a button without an address', button('')],
    ['markup in a button', button('https://x.example', '<b>')],
    ['something before a button', `<script>${button('https://x.example')}`],
    ['something after a button', `${button('https://x.example')}<script>`],
  ])('goes: %s', (_what, data) => {
    expect(serializeMail(`x${comment(data)}`)).toBe('x')
  })
})

describe('a one-time link', () => {
  const character = linkAddress.slice('https://'.length, -1)

  test.each([
    ['the whole address of a link', `<a href="${linkAddress}">Go</a>`],
    ['a text', `<p>Go to ${linkAddress} now</p>`],
  ])('may be %s', (_what, markup) => {
    expect(serializeMail(markup)).toBe(markup)
  })

  test.each([
    ['part of an address', `<a href="${linkAddress}x">Go</a>`],
    ['another attribute', `<p title="${linkAddress}">x</p>`],
    ['a picture', `<img src="${linkAddress}">`],
    ['what a filter has left of it', `<p>${character}</p>`],
    ['put together from two halves', `<p>https://${linkAddress}${character}/</p>`],
    ['a style', document(`<style>p::before{content:"${linkAddress}"}</style>`)],
  ])('may not be %s', (_what, markup) => {
    expect(() => serializeMail(markup)).toThrow(TemplateError)
  })

  test('is hidden from templates, but for the time until which it works', () => {
    expect(hideLinks({ 'link.url': 'https://x.example', 'link.expires_at': 'noon', 'user.link.url': 'y', name: 'Ann' })).toEqual({
      'link.url': linkAddress,
      'link.expires_at': 'noon',
      'user.link.url': 'y',
      name: 'Ann',
    })
    expect(withoutLinkCharacter(`a${linkAddress}b`)).toBe('ahttps:///b')
  })

  test('is filled in where its place is, and taken out of what is kept', () => {
    const places = { html: `<a href="${linkAddress}">x</a>`, text: `To ${linkAddress}` }
    expect(fillLink(places, 'https://x.example/?a=1&b=2')).toEqual({
      html: '<a href="https://x.example/?a=1&amp;b=2">x</a>',
      text: 'To https://x.example/?a=1&b=2',
    })
    expect(fillLink({ html: 'x', text: linkAddress }, 'javascript:alert(1)')).toEqual({ html: 'x', text: '#' })
    expect(removeLink({ html: linkAddress, text: 'x' })).toEqual({ html: '[one-time link removed]', text: 'x' })
  })
})
