import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandData, renderHtml, renderSubject, renderText } from './liquid.ts'
import { TemplateError } from './template-error.ts'

const data = {
  'user.name': 'Ann',
  'user.email': 'ann@example.org',
  'link.url': 'https://vault.example.org/x?a=1&b=2',
  reason: '',
  count: 3,
}

describe('the written text comes out', () => {
  test.each([
    ['Hello {{ user.name }}', 'Hello Ann'],
    ['{{ nobody.name }}{{ nothing }}', ''],
    ['{{ user }}', ''],
    ['{{ user.name | upcase }}{{ count | plus: 1 }}', 'ANN4'],
    ['{% if reason == blank %}none{% endif %}{% unless user.name == blank %}some{% endunless %}', 'nonesome'],
    ['{{ reason | default: "there" }}', 'there'],
    ['{% for i in (1..3) %}{{ i }}{% endfor %}', '123'],
    ['{{ "2026-11-20T23:30:00Z" | date }}', '20 November 2026, 23:30 UTC'],
    ['{{ reason | date }}', ''],
  ])('%s', (source, expected) => {
    expect(renderText(source, data)).toBe(expected)
  })
})

describe('data is text, never markup and never Liquid', () => {
  test.each(['<b>x</b>', '"><img src=x onerror=alert(1)>', "' onclick='x", '{{ user.email }}', '{% raw %}', '&lt;', '<!--', '-->', ']]>'])(
    '%s',
    (name) => {
      const html = renderHtml('{{ user.name }}', { ...data, 'user.name': name })
      expect(html).not.toMatch(/[<>"'`=\s]/)
      expect(renderText('{{ user.name }}', { ...data, 'user.name': name })).toBe(name)
    },
  )

  test('escaping comes after every filter and cannot be written around', () => {
    const hostile = { 'user.name': '<i>' }
    const sources = [
      '{% assign x = user.name %}{{ x }}',
      '{{ "" | append: user.name }}',
      '{{ user.name | split: "" | join: "" }}',
      '{{ nothing | default: user.name }}',
      '{{ user.name | newline_to_br }}',
      '{{ user.name | newline_to_br | append: "" }}',
      '{{ "x" | replace: "x", user.name }}',
    ]
    for (const source of sources) expect(renderHtml(source, hostile)).not.toContain('<i')
  })

  test('a value stays on its line unless the template lets it break', () => {
    const value = { note: 'one\r\ntwo\u2028three\u0000' }
    expect(renderHtml('{{ note }}', value)).toBe('one&#32;two&#32;three&#32;')
    expect(renderHtml('{{ note | newline_to_br }}', value)).toBe('one<br>two<br>three&#32;')
    expect(renderText('{{ note }}', value)).toBe('one two three ')
    expect(renderText('{{ note | newline_to_br }}', value)).toBe('one\ntwo\nthree ')
  })

  test('a value cannot turn round the text that follows', () => {
    expect(renderText('{{ user.name }}!', { 'user.name': 'a\u202Eb\u2066c' })).toBe('abc!')
  })
})

describe('nothing but data can be reached', () => {
  test.each([
    'user.constructor',
    'user.constructor.name',
    'user.__proto__',
    'user.__proto__.constructor',
    'user["constructor"]',
    'user.name.constructor',
    'user.name.__proto__',
    'constructor',
    '__proto__',
    'toString',
    'user.hasOwnProperty',
    'process.env.PATH',
    'globalThis',
  ])('%s', (path) => {
    expect(renderText(`[{{ ${path} }}]`, data)).toBe('[]')
  })

  test('names of data cannot touch a prototype', () => {
    const root = expandData({ '__proto__.polluted': 'yes', 'constructor.prototype.polluted': 'yes', 'a.b': '1', 'a.b.c': '2' })
    expect(Object.getPrototypeOf(root)).toBeNull()
    expect('polluted' in {}).toBe(false)
    expect(renderText('{{ a.b }}', { 'a.b': '1', 'a.b.c': '2' })).toBe('1')
  })
})

describe('a tag that would read a file, write past the escaping or does not exist is refused', () => {
  test.each([
    '{% include "package.json" %}',
    '{% render "package.json" %}',
    '{% layout "package.json" %}',
    '{% block x %}{% endblock %}',
    '{% raw %}{{ x }}{% endraw %}',
    '{% echo user.name %}',
    '{% cycle user.name, "x" %}',
    '{% liquid echo user.name %}',
    '{% capture x %}{% endcapture %}',
    '{% tablerow i in (1..2) %}{% endtablerow %}',
    '{% increment x %}',
    '{% constructor %}',
    '{% __proto__ %}',
    '{{ user.name | raw }}',
    '{{ user.name | json }}',
    '{{ user.name | base64_decode }}',
    '{{ user.name | constructor }}',
    '{{ user.name | no_such_filter }}',
    '{{ user.name',
    '{% if user.name %}',
  ])('%s', (source) => {
    for (const render of [renderHtml, renderText, renderSubject]) expect(() => render(source, data)).toThrow(TemplateError)
  })
})

describe('a template that would run for ever or fill the memory is stopped', () => {
  const loop = (from: string, inside: string) => `{% for a in ${from} %}${inside}{% endfor %}`
  test.each([
    ['a loop of 10⁸', loop('(1..100000000)', 'x'), 'memory alloc limit'],
    ['loops within loops', loop('(1..999)', loop('(1..999)', loop('(1..999)', 'x'))), 'limit exceeded'],
    ['a text that doubles', `{% assign s = "xxxx" %}${loop('(1..60)', '{% assign s = s | append: s %}')}{{ s }}`, 'memory alloc limit'],
    ['a padded date', '{{ "now" | date: "%999999999d" }}', 'memory alloc limit'],
    ['a long text many times', loop('(1..100000)', 'x'.repeat(2000)), 'becomes too long'],
    ['a template too long', 'x'.repeat(300_000), 'parse length limit'],
  ])('%s', (_, source, reason) => {
    expect(() => renderHtml(source, data)).toThrow(
      expect.objectContaining({ name: 'TemplateError', message: expect.stringContaining(reason) as string }),
    )
  })
})

describe('a subject', () => {
  test('is one line without control characters, whatever template and data hold', () => {
    const subject = renderSubject('Hello {{ user.name }}\r\nBcc: all@example.org', { 'user.name': 'A\r\nBcc: x\u0000\u2028y' })
    expect(subject).toBe('Hello A Bcc: x y Bcc: all@example.org')
  })

  test('is not escaped', () => {
    expect(renderSubject('{{ user.name }}', { 'user.name': 'Ann & "Bo" <x>' })).toBe('Ann & "Bo" <x>')
  })

  test('is cut at 998 characters, never within one', () => {
    const subject = renderSubject('{{ user.name }}', { 'user.name': `${'x'.repeat(997)}😀` })
    expect(subject).toBe('x'.repeat(997))
  })
})

test('a moment is written as the library writes it, whichever way it comes', () => {
  const moments = fc.date({ min: new Date('0100-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const time = moment.toISOString()
      expect(renderText('{{ time | date }}', { time })).toBe(renderText('{{ time | date: "%-d %B %Y, %H:%M UTC" }}', { time }))
    }),
    { numRuns: 500 },
  )
  expect(
    renderText('{{ time | date }}|{{ day | date }}|{{ no | date }}', { time: '2026-02-31T10:00:00Z', day: '2026-11-20', no: 'soon' }),
  ).toBe(
    renderText('{{ time | date: f }}|{{ day | date: f }}|{{ no | date: f }}', {
      time: '2026-02-31T10:00:00Z',
      day: '2026-11-20',
      no: 'soon',
      f: '%-d %B %Y, %H:%M UTC',
    }),
  )
})
