import { testTemplate } from '@twofold/contract/mail-delivery/template-trials'
import { previewDraft } from '@twofold/contract/mail-design/template-previews'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from 'parse5'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { expectHarmless } from './testing/expect-harmless.ts'
import { hostileBodies, hostileStyles, hostileValues } from './testing/hostile-corpus.ts'
import { type EmailApp, startEmailApp, useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'

/** Stored without being looked at, as an older version may have done. Answers the slugs. */
async function store(app: EmailApp, bodies: readonly string[]): Promise<string[]> {
  const time = app.clock.date()
  const rows = bodies.map((html_content, index) => ({
    id: uuid(),
    slug: `hostile-${index}`,
    name: `Hostile ${index}`,
    category: 'notification',
    subject: 'Hello',
    html_content,
    theme_slug: 'standard',
    created_at: time,
    updated_at: time,
  }))
  await app.db.insertInto('email_templates').values(rows).execute()
  return rows.map(({ slug }) => slug)
}

async function startMailing() {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  /** The e-mails that arrive, by address; undefined for refused ones. Never a failure of ours. */
  async function mail(sent: readonly { slug: string; data?: Record<string, string> }[]): Promise<(string | undefined)[]> {
    const isTaken: boolean[] = []
    for (const [index, { slug, data }] of sent.entries()) {
      const body = { test_email: `to-${index}@example.org`, send_method: 'queue' as const, ...(data === undefined ? {} : { data }) }
      const answer = await app.admin.call(testTemplate, { params: { id: slug }, body })
      expect([200, 422], `${slug}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
      isTaken.push(answer.status === 200)
    }
    // The application itself sends e-mail too.
    const arrived = () => new Map(sink.mails.map(({ to, parsed }) => [to[0], parsed.html]))
    const addressOf = (index: number) => `to-${index}@example.org`
    while (isTaken.some((isThere, index) => isThere && !arrived().has(addressOf(index)))) await sink.received(sink.mails.length + 1)
    return isTaken.map((isThere, index) => (isThere ? arrived().get(addressOf(index)) : undefined))
  }
  return { app, mail }
}

test('no body and no style sheet of a template brings anything into a delivered e-mail that runs, loads or leads elsewhere', async () => {
  const { app, mail } = await startMailing()
  const bodies = [
    ...hostileBodies.map((body) => `${body}<p class="last">last</p>`),
    ...hostileStyles.map((css) => `<style>${css}</style><p>last</p>`),
    ...hostileStyles.map((css) => `<p style='${css.replaceAll("'", '&#39;')}'>last</p>`),
  ]
  expect(hostileBodies.length).toBeGreaterThanOrEqual(80)
  expect(hostileStyles.length).toBeGreaterThanOrEqual(25)
  const delivered = await mail((await store(app, bodies)).map((slug) => ({ slug })))
  for (const [index, html] of delivered.entries()) {
    const body = bodies[index] ?? ''
    if (html !== undefined) expectHarmless(html, body.slice(0, 200))
    else expect(body, 'refused').toMatch(/(?:<div>){50}|(?:calc\(){50}/)
  }
  // Previews and what is kept are made by the same code.
  const rows = await app.db.selectFrom('email_logs').select(['id', 'recipient_email']).where('recipient_email', 'like', 'to-%').execute()
  for (const { id, recipient_email } of rows.filter((_, index) => index % 10 === 0)) {
    const { html_content } = await app.mailLog.logs.get(id)
    expect(html_content).toBe(delivered[Number(/\d+/.exec(recipient_email)?.[0])]?.replaceAll('\r\n', '\n').trimEnd())
  }
  for (const html_content of bodies.slice(0, 12)) {
    const { preview } = (await app.admin.call(previewDraft, { body: { subject: 'Hello', html_content, theme: 'standard' } })).body
    expectHarmless(preview.html_content, html_content)
  }
}, 300_000)

test('a value never leaves its attribute, whatever quotes its template uses, and is whole in it', async () => {
  const { app, mail } = await startMailing()
  const body = [
    '<p title="{{ user.name }}" lang="en" class="{{ user.name }}">one</p>',
    "<p title='{{ user.name }}' lang='en' class='{{ user.name }}'>two</p>",
    '<p title={{ user.name }} lang=en class={{ user.name }}>three</p>',
    '<a title={{user.name}} href=https://x.example/?q={{ user.name }}>four</a>',
    "<a title='{{ user.name }}' href='{{ user.name }}'>five</a>",
    '<img alt={{ user.name }} src={{ user.name }}>',
    '<p title={{ user.name }} style="color:{{ user.name }}">six</p>',
  ].join('\n')
  const [slug = ''] = await store(app, [body])
  const values = ['Ann', ...hostileValues]
  const [usual, ...delivered] = await mail(values.map((value) => ({ slug, data: { 'user.name': value } })))
  expect(hostileValues.length).toBeGreaterThanOrEqual(20)
  for (const [index, html] of delivered.entries()) {
    const value = hostileValues[index] ?? ''
    expectHarmless(html ?? '', JSON.stringify(value))
    const found = contentOf(html)
    expect(
      found.map(({ tag }) => tag),
      JSON.stringify(value),
    ).toEqual(contentOf(usual).map(({ tag }) => tag))
    expect(found.filter(({ names }) => names.includes('lang'))).toHaveLength(3)
    expect(found.filter(({ names }) => names.includes('href'))).toHaveLength(2)
    // An empty attribute is left out; the one behind it is not.
    const wholes = found.flatMap(({ titles }) => titles).filter((title) => title !== '')
    expect(wholes).toHaveLength(value === '' ? 0 : 7)
    for (const title of wholes) expect(title.replaceAll(/\s/g, ' ')).toBe(value.replaceAll(/\s/g, ' '))
  }
}, 300_000)

/** The elements of the body of an e-mail, from its first paragraph on. */
function contentOf(html = ''): { tag: string; names: string[]; titles: string[] }[] {
  const found: ReturnType<typeof contentOf> = []
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    const isContent = defaultTreeAdapter.isElementNode(node) && /^(?:p|a|img)$/.test(node.tagName)
    if (isContent && !node.attrs.some(({ value }) => value.startsWith('t-'))) {
      const titles = node.attrs.filter(({ name }) => name === 'title' || name === 'alt').map(({ value }) => value)
      found.push({ tag: node.tagName, names: node.attrs.map(({ name }) => name), titles })
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}
