import { expect, test } from 'vitest'
import { findDialect, findInDocument, findInSentences, findInTitles, findUnsaid } from './voice-rules.mjs'

const shown = (places: { line: number; word: string }[]) => places.map(({ line, word }) => `${line} ${word}`).toSorted()

test('a listed word is found in comments of both kinds, with its line, and nowhere else', () => {
  const source = [
    'const anew = "anew" // loaded anew',
    '/**',
    ' * Besides this, `besides` is code.',
    ' */',
    'export const besides = (one: string) => `${one} besides`',
    'const View = () => <p>{/* drawn anew */}anew</p>',
  ].join('\n')
  expect(shown(findDialect('a.tsx', source))).toEqual(['1 anew', '3 Besides', '6 anew'])
})

test('says what to write instead', () => {
  expect(findDialect('a.ts', '// drawn anew')[0]?.instead).toContain('redraw')
})

test('British spelling is found in every form of a word, American is not', () => {
  expect(shown(findDialect('a.ts', '// The coloured centre, recognised by neighbours'))).toEqual([
    '1 centre',
    '1 coloured',
    '1 neighbours',
    '1 recognised',
  ])
  expect(findDialect('a.ts', '// The colored center, recognized by neighbors, is advised and canceled by four')).toEqual([])
})

test('a title of a test has a subject and no listed word, but goes on from the title of its describe', () => {
  const source = [
    "test('whoever asks is told', () => {})",
    "test.each([1])('what %s finds, anew', () => {})",
    "describe('a host', () => {",
    "  test('whose name is unknown is refused', () => {})",
    '})',
    "pipelined('where nobody asks, nothing happens', () => {})",
    "test('a person asks: what is it?', () => read('whom'))",
    "test('of two calls at once one wins', () => {})",
  ].join('\n')
  expect(shown(findInTitles('a.test.ts', source))).toEqual(['1 is told', '1 whoever', '2 anew', '2 what', '6 where', '8 of'])
})

test('a title calls a message an e-mail, but a mail server a mail server, and names who or what it is about', () => {
  const source = [
    "test('a mail is sent, and nobody hears of it', send)",
    "test('one who signs in is let in', signIn)",
    "test('a mail server, e-mail and mail.example.org', send)",
  ].join('\n')
  expect(shown(findInTitles('a.test.ts', source))).toEqual(['1 hears of it', '1 mail', '2 one who'])
})

test('in a document the text counts, not code and not the address of a link', () => {
  const document = ['# Colours', '', '`colour` in [a page](drawn-anew.md), drawn anew', '```sh', 'make colour', '```', 'besides'].join('\n')
  expect(shown(findInDocument(document))).toEqual(['1 Colours', '3 anew', '7 besides'])
})

test('in sentences more words are refused; a translation is not looked at', () => {
  const po = [
    'msgid "Whoever has it can read it."',
    'msgstr "colour"',
    '',
    'msgid ""',
    '"{n, plural, one {# person is told} "',
    '"other {# people are told}}"',
    'msgstr ""',
    '',
    'msgid "Anyone who has it can read it, and is notified."',
    'msgstr ""',
    '',
  ].join('\n')
  expect(shown(findInSentences(po))).toEqual(['1 Whoever', '4 are told', '4 is told'])
})

test('in comments too: words that only comments do without', () => {
  const source = [
    '// The owner is told; whoever asks',
    '// heeds it, lest it is',
    '// as good as new any more.',
    '// Mails of list-mails.ts, mailed by mail-rules: e-mails.',
  ].join('\n')
  expect(shown(findDialect('a.ts', source))).toEqual([
    '1 is told',
    '1 whoever',
    '2 heeds',
    '2 lest',
    '3 any more',
    '3 as good as',
    '4 Mails',
    '4 mailed',
  ])
})

test('a comment opens with a noun or a verb, not with a clause: a question may, and so may a line that continues another', () => {
  const source = [
    '/** What a decision looks at. */',
    '/**',
    ' * Whose key it is.',
    ' */',
    '// Where it ends',
    '// What opens here continues the line before.',
    '// What if it fails?',
    '/** Facts of a decision: what it looks at. */',
    "const what = '/* What */' // Who asks",
  ].join('\n')
  expect(shown(findDialect('a.ts', source))).toEqual(['1 What', '3 Whose', '5 Where', '9 Who'])
})

test('an e-mail is called so, except in sentences of the specification and in the names of values and products', () => {
  const po = [
    'Use the link in your mail.',
    'No Email has been sent.',
    'How it looks stands in the settings.',
    'Password reset link sent to your email',
    'The e-mail to {email} goes through a mail server or Zoho Mail.',
    'Hello {{ user.email }}, this e-mail is for {n, plural, one {# person} other {# mails}}.',
  ]
    .map((sentence) => `msgid "${sentence}"\nmsgstr ""\n`)
    .join('\n')
  expect(shown(findInSentences(po))).toEqual(['1 mail', '16 mails', '4 Email', '7 stands'])
})

test('a sentence that is exempt and that nothing says any longer is named', () => {
  expect(findUnsaid('msgid "Email"\nmsgstr ""\n')).toContain('Email is required')
  expect(findUnsaid('msgid "Email"\nmsgstr ""\n')).not.toContain('Email')
})
