import { describe, expect, test } from 'vitest'
import { checkTemplate } from './check-template.ts'
import { renderHtml, templateLengthMax } from './liquid.ts'
import { TemplateError } from './template-error.ts'

const allowed = ['user.name', 'app.url', 'reason']
const check = (source: string) => checkTemplate(source, allowed)

test('a right template has no problems', () => {
  expect(
    check('{% if reason != blank %}{{ user.name | upcase }}{% endif %}{% for i in (1..3) %}{{ i }}{{ forloop.index }}{% endfor %}'),
  ).toEqual([])
  expect(check('{% assign who = user.name %}{{ who }}{% comment %} {{ anything }} {% endcomment %}')).toEqual([])
})

describe('variables that the event does not have are named with their place', () => {
  test.each([
    ['{{ user.nam }}', 'user.nam', 1, 4],
    ['\n  {{ user }}', 'user', 2, 6],
    ['{{ user.constructor }}', 'user.constructor', 1, 4],
    ['{{ user.name.size }}', 'user.name.size', 1, 4],
    ['{% if link.url == "x" %}{% endif %}', 'link.url', 1, 7],
    ['{{ "a" | append: foo }}', 'foo', 1, 18],
    ['{% for key in keys %}{{ key }}{% endfor %}', 'keys', 1, 15],
  ])('%s', (source, variable, line, column) => {
    expect(check(source)).toEqual([{ kind: 'unknown_variable', message: `There is no variable "${variable}" here.`, line, column }])
  })

  test('a name put together while rendering is none', () => {
    expect(check('{{ user[reason] }}')).toMatchObject([{ kind: 'unknown_variable' }])
  })
})

test('all errors are named at once, and an end without its beginning is not one of them', () => {
  expect(check('{% include "x" %}\n{{ user.name | raw }}\n{% cycle 1 %}{% capture a %}x{% endcapture %}')).toEqual([
    { kind: 'not_available', message: 'The tag "include" is not available here.', line: 1, column: 1 },
    { kind: 'not_available', message: 'The filter "raw" is not available here.', line: 2, column: 1 },
    { kind: 'not_available', message: 'The tag "cycle" is not available here.', line: 3, column: 1 },
    { kind: 'not_available', message: 'The tag "capture" is not available here.', line: 3, column: 14 },
  ])
})

test.each(['{{ user.name', '{% if user.name %}', '{{ user.name | }}x{% if %}{% endif %}', '{% assign %}'])(
  'a slip of syntax has a place: %s',
  (source) => {
    expect(check(source)).toMatchObject([{ kind: 'syntax', line: 1 }])
  },
)

test('an end that ends nothing is a problem', () => {
  expect(check('{% endif %}')).toMatchObject([{ kind: 'not_available', line: 1, column: 1 }])
})

test('a loop that is too long shows when saved, not when sent', () => {
  expect(check('x\n{% for i in (1..100000000) %}{% endfor %}')).toMatchObject([{ kind: 'limit', line: 2, column: 1 }])
})

test('a template that is too long is refused', () => {
  expect(check('x'.repeat(templateLengthMax + 1))).toMatchObject([{ kind: 'limit' }])
})

describe('markup that would take the parser seconds is refused before it is parsed', () => {
  test.each([
    ['blocks within each other', '{% if user.name %}'.repeat(14_000), 1, 901],
    ['thousands of tags', `\n${'{% foo %}'.repeat(27_000)}`, 2, 9001],
    ['long conditions', `{% if user.name${' and user.name'.repeat(300)} %}{% endif %}`.repeat(60), 1, expect.any(Number)],
    ['an output that never ends', `{{ user.name ${'x'.repeat(250_000)}`, 1, 1],
  ])('%s', (_, source, line, column) => {
    expect(check(source)).toEqual([{ kind: 'limit', message: expect.any(String) as string, line, column: column as number }])
    expect(() => renderHtml(source, {})).toThrow(TemplateError)
  })

  test('fifty blocks within each other are still fine', () => {
    expect(check(`${'{% if reason %}'.repeat(50)}x${'{% endif %}'.repeat(50)}`)).toEqual([])
  })

  test('of a thousand errors the first hundred are named, each at its place', () => {
    const problems = check(`<p>\n${'text {{ user.nam }}\n'.repeat(1000)}</p>`)
    expect(problems).toHaveLength(100)
    expect(problems[99]).toMatchObject({ kind: 'unknown_variable', line: 101, column: 9 })
  })
})

test('a loop that a variable makes too long shows when saved, too', () => {
  const source = '{% for i in (1..reason) %}{% for j in (1..9999999) %}x{% endfor %}{% endfor %}'
  expect(checkTemplate(source, allowed, { reason: 12 })).toMatchObject([{ kind: 'limit' }])
})
