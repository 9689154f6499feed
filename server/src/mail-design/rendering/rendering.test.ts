import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { MailToRender } from '../markup/render.ts'
import { createRenderLane } from './render-lane.ts'
import { createRendering } from './rendering.ts'
import { createRenderThread, type RenderBudget, usualBudget } from './render-thread.ts'

const silent = pino({ level: 'silent' })

function start(budget: Partial<RenderBudget> = {}) {
  const rendering = createRendering({ log: silent, budget })
  onTestFinished(() => rendering.stop())
  return rendering
}

const mailOf = (html_content: string, data: MailToRender['data'] = {}): MailToRender => ({
  template: { subject: 'Hello', html_content, text_content: null },
  data,
  appName: 'Twofold',
  appUrl: 'https://vault.example.org',
  language: 'en',
})

/** A second of a core or more: thousands of styles of many declarations, each read by a parser, twice for the value in the class. */
const style = ['padding', 'margin', 'font-size', 'line-height', 'letter-spacing', 'width', 'height', 'text-indent']
  .map((property) => `${property}:{{ i }}px`)
  .join(';')
const heavy = `{% for i in (1..4500) %}<p style="${style}">x</p>{% endfor %}<p class="{{ user.name }}">x</p>`
const cpuMilliseconds = 300
const tooLong = 'It takes more than 0.3 s to make an e-mail of this template.'

test('a template that takes too much processor time is stopped and refused with the reason; the next e-mail is made', async () => {
  const rendering = start({ cpuMilliseconds })
  const loops = `{% assign r = (1..9999) %}${'{% for a in r %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`
  for (const endless of [heavy, loops]) await expect(rendering.render('ann', mailOf(endless))).rejects.toThrow(tooLong)
  expect((await rendering.render('ann', mailOf('<p>fine</p>'))).text).toContain('fine')
  const problems = await rendering.errorsOf('ann', { subject: 'x', html_content: heavy, text_content: null }, { 'user.name': 'Ann' })
  expect(problems).toMatchObject([{ severity: 'error', kind: 'limit', field: 'html_content', message: tooLong }])
})

test('a template may take 2 seconds of processor time and 256 MB', () => {
  expect(usualBudget).toMatchObject({ cpuMilliseconds: 2000, megabytes: 256 })
})

test('a template that takes too long is stopped, whatever the measure of processor time says', async () => {
  const rendering = start({ cpuMilliseconds: 60_000, longestMilliseconds: cpuMilliseconds })
  await expect(rendering.render('ann', mailOf(heavy))).rejects.toThrow('It takes more than 60 s')
})

test('a template that takes too much memory ends its thread, not the process, and the next task is done', async () => {
  const thread = createRenderThread({ log: silent, budget: { ...usualBudget, megabytes: 64 }, isYielding: false })
  onTestFinished(() => thread.end())
  const large = { name: 'compareAll', input: [{ text: ['a\n'.repeat(4_000_000), 'b\n'.repeat(4_000_000)] }] } as const
  await expect(thread.run({ ...large, input: [...large.input] })).rejects.toThrow('more than 64 MB of memory')
  expect(await thread.run({ name: 'variablesOf', input: [['{{ user.name }}']] })).toEqual(['user.name'])
})

test('e-mails that go out together: those of a template that takes too much are refused for good, and the others are made', async () => {
  const rendering = start({ cpuMilliseconds })
  const mails = [mailOf('<p>one</p>'), mailOf(heavy), mailOf('<p>two</p>'), mailOf(heavy)]
  const [one, first, two, second] = await rendering.renderAll(mails)
  expect([one, two]).toMatchObject([{ text: expect.stringContaining('one') as string }, { text: expect.stringContaining('two') as string }])
  expect([first, second]).toEqual([{ refused: tooLong }, { refused: tooLong }])
})

test('the thread never gets to know a one-time link; the e-mail has it, and what is kept of the e-mail does not', async () => {
  const rendering = start()
  const link = 'https://vault.example.org/reset#token=Zk3v9QmX7uTt2bYw&a="<'
  const mail = await rendering.render('ann', mailOf('<p><a class="button" href="{{ link.url }}">Go</a></p>', { 'link.url': link }))
  expect(mail.html).toContain('href="https://vault.example.org/reset#token=Zk3v9QmX7uTt2bYw&amp;a=&quot;&lt;"')
  expect(mail.text).toContain(link)
  expect(mail.kept.html).toContain('href="[one-time link removed]"')
  expect(JSON.stringify(mail.kept)).not.toContain('Zk3v9QmX7uTt2bYw')
})

test('people who ask for much wait for themselves: each has one task under way, and nobody waits behind another', async () => {
  const order: string[] = []
  const gates = new Map<string, () => void>()
  const lane = createRenderLane({
    threads: 2,
    create: () => ({
      async run({ input: [who] }) {
        order.push(String(who))
        const { promise, resolve } = Promise.withResolvers<void>()
        gates.set(String(who), resolve)
        await promise
      },
      end: () => Promise.resolve(),
    }),
  })
  const ask = (person: string, what: string) => lane.run(person, { name: 'variablesOf', input: [what] })
  const flood = Array.from({ length: 20 }, (_, index) => ask('ann', `ann ${index}`))
  const other = ask('bo', 'bo')
  expect(order).toEqual(['ann 0', 'bo'])
  gates.get('bo')?.()
  await other
  expect(order).toEqual(['ann 0', 'bo'])
  const more = [...Array(31).keys()].map((index) => ask('ann', `more ${index}`))
  await expect(ask('ann', 'one too many')).rejects.toMatchObject({ code: 'server.busy' })
  const ended = Promise.allSettled([...flood, ...more])
  await lane.stop()
  gates.get('ann 0')?.()
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', ...Array<string>(50).fill('rejected')])
})

test('a thread begins with the first task, and ends when there is nothing to do', async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
  const thread = createRenderThread({ log: silent, budget: { ...usualBudget, idleMilliseconds: 1 }, isYielding: true })
  expect(await thread.run({ name: 'variablesOf', input: [['{{ user.name }}']] })).toEqual(['user.name'])
  await expect.poll(() => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length).toBe(before)
  expect(await thread.run({ name: 'variablesOf', input: [['{{ a.b }}']] })).toEqual(['a.b'])
  await thread.end()
})
