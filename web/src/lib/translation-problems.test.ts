import { expect, test } from 'vitest'
import { mailProblemsOf } from '../../mail-problems.ts'
import { addressProblemsOf, problemsOf } from '../../translation-problems.ts'

test('a translation has the placeholders and tags of its sentence', () => {
  expect(problemsOf('{name} shares <0>{key}</0>', '{name} teilt <0>{key}</0>', 'de')).toEqual([])
  expect(problemsOf('{name} shares <0>{key}</0>', '{name} teilt {schlüssel}', 'de')).toEqual([
    'the placeholder key is missing',
    'there is no placeholder schlüssel in the sentence',
    'the tag <0> is missing',
    'the tag </0> is missing',
  ])
  expect(problemsOf('<0>{key}</0>', '</0>{key}<0>', 'de')).toEqual(['the tags are not nested as pairs'])
  expect(problemsOf('{name} left', '{name', 'de')).toEqual(['the braces cannot be read'])
})

test('a plural has every form of its language', () => {
  const source = '{count, plural, one {# key} other {# keys}}'
  expect(problemsOf(source, '{count, plural, one {# Schlüssel} other {# Schlüssel}}', 'de')).toEqual([])
  expect(problemsOf(source, '{count, plural, other {# Schlüssel}}', 'de')).toEqual(['the plural of count has no one'])
  expect(problemsOf(source, '{count, plural, one {# klucz} other {# klucza}}', 'pl')).toEqual(['the plural of count has no many, few'])
  expect(problemsOf('{count, plural, other {of #}}', '{count, plural, other {von #}}', 'de')).toEqual([])
})

test('a sentence of an e-mail has the same values in every language, in Liquid of any kind', () => {
  const source = 'Hello {{ user.name | default: "there" }}, {{ share.by }} has left.'
  expect(mailProblemsOf(source, '{{ share.by }} ist weg{% unless user.name == blank %}, {{ user.name }}{% endunless %}.')).toEqual([])
  expect(mailProblemsOf(source, 'Hallo {{ user.nam }}, {{ share.by }} ist weg.')).toEqual([
    'the value user.name is missing',
    'there is no value user.nam in the sentence',
  ])
  expect(mailProblemsOf(source, '{{ user.name }} {{ share.by }')).toEqual(['the braces cannot be read'])
  expect(mailProblemsOf(source, '<b>{{ user.name }}</b> {{ share.by }}')).toEqual(['a tag of HTML'])
  expect([mailProblemsOf(source, ' '), mailProblemsOf(source, source)]).toEqual([
    ['not translated'],
    ['the translation is the sentence itself'],
  ])
})

test('nothing stays untranslated, but names and terms may be the same', () => {
  expect(problemsOf('Passkeys', '', 'de')).toEqual(['not translated'])
  expect(problemsOf('Passkeys', 'Passkeys', 'de')).toEqual([])
  expect(problemsOf('The vault is locked.', 'The vault is locked.', 'de')).toEqual(['the translation is the sentence itself'])
})

test('German addresses its reader as Sie', () => {
  expect(addressProblemsOf('Das endete zu früh. Widerrufe es und erstelle ein neues.', 'de')).toEqual([
    'Widerrufe: readers are addressed as Sie',
  ])
  expect(addressProblemsOf('Die Verbindung zu deinem Anbieter', 'de')).toEqual(['deinem: readers are addressed as Sie'])
  expect(addressProblemsOf('Widerrufen Sie es und erstellen Sie ein neues. Noch # Versuche übrig.', 'de')).toEqual([])
  expect(addressProblemsOf('Il prix du jour', 'fr')).toEqual([])
})
