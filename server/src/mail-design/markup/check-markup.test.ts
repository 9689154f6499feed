import { expect, test } from 'vitest'
import { checkMarkup } from './check-markup.ts'

test('elements that nobody closes are looked at however deep they nest', () => {
  expect(checkMarkup(`${'<div>'.repeat(40_000)}<img src="x.png">`).map(({ kind }) => kind)).toEqual(['alt_text'])
})

test('problems of the markup are listed in its order', () => {
  const html = '<table><tr><td><a href="">x</a></td></tr></table><template><img src="y.svg" alt=""></template><a href="#">z</a>'
  expect(checkMarkup(html).map(({ kind, column }) => [kind, column])).toEqual([
    ['empty_link', 16],
    ['gmail', 60],
    ['empty_link', 95],
  ])
})

const button = '<a href="{{ link.url }}">Open</a>'

test.each([
  ['display', `<div style="display: NONE !important"><p>${button}</p></div>`],
  ['the hidden attribute', `<p hidden>${button}</p>`],
  ['no size', `<a style="font-size:0px" href="{{ link.url }}">Open</a>`],
  ['no height', `<div style="max-height:0; overflow:hidden">${button}</div>`],
  ['no opacity', `<p style="opacity:0.0"><span>{{- link.url }}</span></p>`],
  ['the color of its ground', `<td style="color:#fff;background-color:#FFF">x</td><p style="color:#fff;background:#fff">${button}</p>`],
])('a template whose link is hidden by %s is said to have a link that nobody sees', (_by, html) => {
  expect(checkMarkup(html).filter(({ kind }) => kind === 'link')).toMatchObject([
    { severity: 'warning', message: 'The style hides the link: nobody who gets the e-mail can open it.' },
  ])
})

test.each([
  ['a hidden copy beside a visible link', `<p style="display:none">${button}</p><p>${button}</p>`],
  ['a hidden text before it', `<span style="display:none">Preview</span>${button}`],
  ['a style that a value decides', `<p style="display:{{ user.name }}">${button}</p>`],
  ['a rule for some screens', `<style>@media (max-width: 600px) { a { display: none } }</style>${button}`],
  ['the time until which it works', '<p hidden>{{ link.expires_at }}</p>'],
  ['a help link that is hidden', '<p hidden><a href="https://help.example.org">Help</a></p>'],
])('%s is honest', (_what, html) => {
  expect(checkMarkup(html).filter(({ kind }) => kind === 'link')).toEqual([])
})
