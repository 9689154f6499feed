import { expect, test } from 'vitest'
import { quoteAttributes } from './quote-attributes.ts'

test.each([
  ['a value', '<p title={{ a }}>x</p>', '<p title="{{ a }}">x</p>'],
  ['several', '<p title={{ a }} lang={{ b }}>x</p>', '<p title="{{ a }}" lang="{{ b }}">x</p>'],
  ['a value with something around it', '<a href=/x/{{ a }}/{{ b }}.png>x</a>', '<a href="/x/{{ a }}/{{ b }}.png">x</a>'],
  ['a value after blanks', '<p title= {{ a }}>x</p>', '<p title= "{{ a }}">x</p>'],
])('%s without quotes gets them', (_what, source, expected) => {
  expect(quoteAttributes(source)).toBe(expected)
})

test.each([
  ['what has quotes', '<p title="{{ a }}" lang=en>x</p>'],
  ['with another value that has', `<p title='{{ a }}' lang="{{ b }}">x = {{ c }}</p>`],
  ['what holds no value', '<p title=a>x {{ a }}</p>'],
  ['a text', '<p>a={{ a }}</p>'],
  ['what holds a condition', '<p title={% if a %}{{ a }}{% endif %}>x</p>'],
  ['what holds a quote', '<p title={{ a }}"b>x</p>'],
  ['the name of an attribute', '<p {{ a }}>x = {{ b }}</p>'],
])('%s stays as it is', (_what, source) => {
  expect(quoteAttributes(source)).toBe(source)
})

test('quotes inside of an output are none of the attribute', () => {
  expect(quoteAttributes('<p title={{ a | default: "b" }}c>x</p>')).toBe('<p title="{{ a | default: "b" }}c">x</p>')
})
