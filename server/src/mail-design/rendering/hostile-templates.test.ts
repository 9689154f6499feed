import { getProfile } from '@twofold/contract/profile'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { checkDraft, previewDraft } from '@twofold/contract/mail-design/template-previews'
import { previewDesign } from '@twofold/contract/mail-design/theme-calls'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'

const deep = (open: string, close: string, times: number) => `${open.repeat(times)}x${close.repeat(times)}`

/** Whatever somebody writes, it is at fault, not the server. */
const sources: readonly string[] = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'prototype', '__defineGetter__', 'isPrototypeOf'].flatMap(
    (name) => [
      `{{ ${name} }}`,
      `{{ user.${name} }}`,
      `{{ "x" | ${name} }}`,
      `{% ${name} %}`,
      `{% assign ${name} = 1 %}{{ ${name} }}`,
      `{% for ${name} in (1..2) %}{{ ${name} }}{% endfor %}`,
    ],
  ),
  '{{ user[constructor] }}',
  '{{ user["__proto__"]["constructor"] }}',
  '{{ forloop.parentloop }}{{ blank }}{{ empty }}{{ nil }}',
  '{{ (1..999999999) | join: "" }}',
  '{{ "x" | date: "%999999999Y" }}',
  '{{ 1 | divided_by: 0 }}{{ "a" | times: "b" }}',
  '{{ user.name | split: "" | first | last | size }}',
  ...[100, 40_000].flatMap((times) => [
    `<p style="width:${'calc('.repeat(times)}1">x</p>`,
    `<p style="width:${deep('calc(', ')', times)}">x</p>`,
    `<style>p{width:${'calc('.repeat(times)}1}</style><p>x</p>`,
    `<style>${deep(':not(', ')', times)}{color:red}</style><p>x</p>`,
    `<style>${'@media screen{'.repeat(times)}</style><p>x</p>`,
  ]),
  `<p style="${'['.repeat(50_000)}">x</p>`,
  '<div>'.repeat(20_000),
  '<b><i>'.repeat(10_000),
  `${'<a href="#"><b>'.repeat(3000)}x`,
  `<table>${'<tr><td><table>'.repeat(3000)}`,
  `<style>${'p,b,i{color:red;margin:0}'.repeat(4000)}</style>${'<p>x'.repeat(20_000)}`,
  `<style>p{${Array.from({ length: 3000 }, (_, index) => `mso-a${index}:1px;`).join('')}}</style>${'<p>x'.repeat(500)}`,
  `<style>${'* '.repeat(5000)}{color:red}</style>${'<p>x'.repeat(500)}`,
  `<p ${'x '.repeat(60_000)}>x</p>`,
  `<p ${'<'.repeat(100_000)}`,
  `<p title="${'&'.repeat(100_000)}">`,
  '<!--'.repeat(50_000),
  `{% if ${'user.name and '.repeat(500)} true %}x{% endif %}`,
  `{{ user${'["a"]'.repeat(4000)} }}`,
  `{{ "x"${' | append: "x"'.repeat(2000)} }}`,
  '\uE000\uE001\uE0A0\uE0F0',
]

test('whatever a template says, checking, drawing and saving it answer what is wrong with it, and never fail', async () => {
  const { admin } = await startEmailApp()
  for (const html_content of sources.filter(({ length }) => length <= 256 * 1024)) {
    const about = html_content.slice(0, 60)
    const draft = { subject: 'Hello', html_content }
    const checked = await admin.call(checkDraft, { body: draft })
    expect(checked.status, `check ${about}`).toBe(200)
    const drawn = await admin.call(previewDraft, { body: draft })
    expect([200, 422], `preview ${about}`).toContain(drawn.status)
    const saved = await admin.call(createTemplate, { body: { ...draft, name: 'Odd', category: 'notification' } })
    const hasErrors = checked.body.problems.some(({ severity }) => severity === 'error')
    expect([saved.status, saved.body.errors === undefined], `save ${about}`).toEqual(hasErrors ? [422, false] : [201, true])
  }
  for (const source of sources.filter((one) => one.length < 20_000)) {
    const answer = await admin.call(previewDesign, { body: { design: { custom_css: source } } })
    expect([200, 422], source.slice(0, 60)).toContain(answer.status)
  }
}, 300_000)

const slow = `{% assign r = (1..9999) %}{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}`

test('nobody waits for a template that somebody else has drawn', async () => {
  const { admin, signUp } = await startEmailApp({ renderMilliseconds: 600 })
  const ann = await signUp('ann@example.org')
  const ended = new Set<number>()
  const hostile = Array.from({ length: 3 }, async (_, index) => {
    const { status } = await admin.call(previewDraft, { body: { subject: 'Hello', html_content: slow } })
    ended.add(index)
    return status
  })
  for (let calls = 0; calls < 3; calls += 1) expect((await ann.call(getProfile, {})).status).toBe(200)
  // Each is stopped after a while; three answers came before all three were over.
  expect(ended.size).toBeLessThan(3)
  expect(await Promise.all(hostile)).toEqual([422, 422, 422])
})

test('a template takes its time from a thread of its own, not from the one that answers requests', async () => {
  const { admin } = await startEmailApp({ renderMilliseconds: 600 })
  const draw = () => admin.call(previewDraft, { body: { subject: 'Hello', html_content: '<p>{{ user.name }}</p>' } })
  const costOf = async (act: () => Promise<unknown>) => {
    const before = process.threadCpuUsage()
    await act()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  await draw()
  const harmless = await costOf(draw)
  const inThread = await costOf(() => admin.call(previewDraft, { body: { subject: 'Hello', html_content: slow } }))
  // It is stopped when it has taken that much; here no more is spent than what any request takes.
  expect(inThread).toBeLessThan(harmless + 200)
})
