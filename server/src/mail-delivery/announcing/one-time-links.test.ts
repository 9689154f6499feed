import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import type { EventName } from '@twofold/contract/events'
import { createMapping } from '@twofold/contract/mail-rules/mapping-calls'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import { checkDraft } from '@twofold/contract/mail-design/template-previews'
import { putTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { createTheme } from '@twofold/contract/mail-design/theme-calls'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readBackup } from '../../platform/backup/read-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { newToken } from '../../platform/crypto/token.ts'
import { startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'
import { eventually } from '../../testing/eventually.ts'

const template = { name: 'Links', category: 'security' as const, subject: 'Hello', html_content: '<p>Hello</p>' }

const refused = [
  ['subject', 'Reset: {{ link.url }}', /subject/],
  ['html_content', '<p>\nOpen {{ link.url }} now</p>', /whole text of an element.*\(line 2, column 9\)/],
  ['html_content', '{{ link.url }}', /whole text of an element/],
  ['html_content', '<p title="{{ link.url }}">x</p>', /in "title" of the element p/],
  ['html_content', "<img src='{{ link.url }}'>", /in "src" of the element img/],
  ['html_content', '<a href="https://evil.example/?u={{ link.url }}">x</a>', /whole address/],
  ['html_content', '<a href={{ link.url }}#x>x</a>', /whole address/],
  [
    'html_content',
    '<a href="{% if user.name == blank %}{{ link.url }}{% else %}{{ app.url }}{% endif %}{{ app.url }}">x</a>',
    /whole address/,
  ],
  ['html_content', '<area href="{{ link.url }}">', /whole address/],
  ['html_content', '<p style="color:{{ link.url }}">x</p>', /in "style" of the element p/],
  ['html_content', '<style>a{color:{{ link.url }}}</style>', /whole text/],
  ['html_content', '<!-- {{ link.url }} -->', /whole text/],
  ['html_content', '<script>{{ link.url }}</script>', /whole text/],
  ['html_content', '<a href="{{ link.url | upcase }}">x</a>', /no filter/],
  ['html_content', '<a href="{{ link.url | append: user.name }}">x</a>', /no filter/],
  ['html_content', '<a href="{{ user.name | append: link.url }}">x</a>', /no filter/],
  ['html_content', '<p>{{ "x" | default: link.url }}</p>', /no filter/],
  ['html_content', '<p>{{ link.url.size }}</p>', /no variable/],
  ['html_content', '{% assign l = link.url %}<a href="{{ l }}">x</a>', /kept in a variable/],
  ['html_content', '{% assign l = link %}<a href="{{ l.url }}">x</a>', /no variable/],
  ['html_content', '{% if link.url contains "a" %}x{% endif %}', /decide/],
  ['html_content', '{% unless link.url == blank %}x{% endunless %}', /decide/],
  ['html_content', '{% case link.url %}{% when "a" %}x{% endcase %}', /decide/],
  ['html_content', '{% for c in link.url %}{{ c }}{% endfor %}', /looped/],
  ['html_content', '{% for i in (1..3) limit: link.url %}x{% endfor %}', /looped/],
  ['html_content', '{% capture l %}{{ link.url }}{% endcapture %}', /not available/],
  [
    'html_content',
    '<div title="{% if user.name == "no" %}">{% endif %}<p>{{ link.url }}</p>{% if user.name == "no" %}<i title="{% endif %}">x</div>',
    /link/,
  ],
  ['text_content', 'Open {{ link.url }} now', /alone on its line/],
  ['text_content', 'https://evil.example/?u={{ link.url }}', /alone on its line/],
  ['text_content', '{{ link.url | slice: 0, 9 }}', /not available/],
] as const

test('a link is refused when it is saved wherever it is not the whole of an address or of a text, with line and reason', async () => {
  const { admin } = await startEmailApp()
  for (const [field, source, reason] of refused) {
    const about = `${field}: ${source}`
    const answer = await admin.call(createTemplate, { body: { ...template, [field]: source } })
    expect(answer.status, about).toBe(422)
    expect(answer.body.errors?.[field]?.[0], about).toMatch(reason)
    expect(answer.body.errors?.[field]?.[0], about).toMatch(/\(line \d+, column \d+\)$/)
    const draft = { subject: template.subject, html_content: template.html_content, [field]: source }
    const checked = await admin.call(checkDraft, { body: draft })
    expect([checked.status, checked.body.problems[0]?.severity], about).toEqual([200, 'error'])
  }
})

test('it is saved where it belongs; in translations, conditions and themes it is refused as in templates', async () => {
  const { admin } = await startEmailApp()
  const good = {
    html_content:
      '<p><a class="button" href="{{ link.url }}">Go</a></p><p>{% if user.name %}{{ link.url }}{% endif %}</p>{{ link.expires_at | date }}',
    text_content: 'Hello\n\n  {{ link.url }}\n\nBye',
  }
  const saved = await admin.call(createTemplate, { body: { ...template, ...good } })
  expect([saved.status, saved.body.errors]).toEqual([201, undefined])
  const params = { id: saved.body.template.id, language: 'de' }
  const translate = (html_content: string) => admin.call(putTemplateTranslation, { params, body: { subject: 'Hallo', html_content } })
  expect((await translate('<a href="{{ link.url }}">Los</a>')).status).toBe(200)
  expect((await translate('<a href="https://evil.example/{{ link.url }}">Los</a>')).body.errors?.html_content?.[0]).toMatch(/whole address/)
  const mapping = { event_name: 'key.created', template_slug: saved.body.template.slug, conditions: { when: { 'link.url': 'x' } } }
  expect((await admin.call(createMapping, { body: mapping })).body.code).toBe('email.condition_link')
  const theme = await admin.call(createTheme, { body: { name: 'Links', custom_css: 'a{color:{{ link.url }}}' } })
  expect([theme.status, theme.body.code]).toEqual([422, 'email.css_refused'])
})

/** Every table with everything in it, as PostgreSQL writes rows down. */
async function dump(db: Awaited<ReturnType<typeof startEmailApp>>['db']): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`select string_agg(t::text, E'\\n') as text from ${sql.raw(name)} t`.execute(db)
    texts.push(`${name}: ${rows[0]?.text ?? ''}`)
  }
  return texts.join('\n')
}

test('the token of every e-mail is in what arrives and in nothing that is kept, also with templates that break the rule', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  const { id: userId, email } = await app.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  const catalogue: Record<string, EventDefinition> = eventCatalogue
  const names = Object.keys(catalogue) as EventName[]
  const { template: plain } = (await app.admin.call(createTemplate, { body: { ...template, html_content: '<p>{{ event.time }}</p>' } }))
    .body
  for (const name of names.filter((event) => catalogue[event]?.mail === undefined)) {
    expect((await app.admin.call(createMapping, { body: { event_name: name, template_slug: plain.slug } })).status).toBe(201)
  }
  await app.db
    .insertInto('email_preferences')
    .values(names.map((event_name) => ({ user_id: userId, event_name, is_wanted: true, updated_at: app.clock.date() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const withLink = names.filter((name) => Object.hasOwn(catalogue[name]?.variables ?? {}, 'link.url'))
  const tokens = new Map<string, string>()
  async function emitAll(of: readonly EventName[]) {
    for (const name of of) {
      const token = newToken()
      const data = {
        ...catalogue[name]?.variables,
        ...(withLink.includes(name) ? { 'link.url': `https://vault.example.org/go#token=${token}` } : {}),
        ...(Object.hasOwn(catalogue[name]?.variables ?? {}, 'link.expires_at')
          ? { 'link.expires_at': new Date(app.clock.now() + 3_600_000).toISOString() }
          : {}),
      }
      if (withLink.includes(name)) tokens.set(token, name)
      const audience = catalogue[name]?.audience
      const to = audience === 'user' ? { user_id: userId } : audience === 'address' ? { address: email, language_of: null } : undefined
      await app.transaction((tx) => tx.emit(name, { data: data as never, ...(to === undefined ? {} : { to }) }))
    }
  }
  const settled = async () => {
    // The application itself sends e-mail too.
    const carrying = (token: string) => sink.mails.some(({ parsed }) => `${parsed.html}${parsed.text}`.includes(token))
    while (![...tokens.keys()].every(carrying)) await sink.received(sink.mails.length + 1)
    await eventually(async () => {
      const rows = await app.db.selectFrom('email_logs').select(['event_name', 'status', 'queue']).execute()
      expect(new Set(rows.map(({ event_name }) => event_name))).toEqual(new Set(names))
      expect(rows.filter(({ status, queue }) => status !== 'sent' || queue !== 'done')).toEqual([])
    })
  }
  await app.admin.call(createProvider, { body: provider })
  await emitAll(names)
  await settled()
  // Templates as an older version may have stored them.
  const bad = [
    { subject: '{{ link.url }}', html_content: '<p>Go to {{ link.url }}.</p>', text_content: 'At {{ link.url }}' },
    { html_content: '<a href="https://evil.example/?u={{ link.url }}">x</a>' },
    { html_content: '<img src="{{ link.url }}" alt="{{ link.url | upcase }}">' },
    { html_content: '<p class="{{ link.url }}">{{ link.url | url_encode }}</p><a href="{{ link.url }}">x</a>' },
    { html_content: '{% for c in (1..3) %}{{ link.url | split: "" | join: "-" }}{% endfor %}' },
  ]
  expect(withLink.length).toBeGreaterThanOrEqual(bad.length)
  for (const [index, name] of withLink.entries()) {
    const slug = name.replaceAll(/[._]/g, '-')
    await app.db
      .updateTable('email_templates')
      .set({ ...bad[index % bad.length] })
      .where('slug', '=', slug)
      .execute()
  }
  await emitAll(withLink)
  await settled()

  for (const [token, name] of tokens) {
    const mail = sink.mails.find(({ parsed }) => `${parsed.html}${parsed.text}`.includes(token))
    expect(mail, `the link of ${name} arrives`).toBeDefined()
    expect(mail?.parsed.html, name).not.toMatch(/evil\.example|<img/)
    expect(mail?.parsed.subject, name).not.toContain(token)
  }
  const path = await mkdtemp(join(tmpdir(), 'twofold-links-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  const { connection, rootKey } = app
  const file = join(path, 'all.backup')
  const password = 'correct-horse-battery'
  await writeBackup({
    connection,
    rootKeys: rootKey,
    secret: { kind: 'password', password },
    application: 'test',
    now: new Date(),
    path: file,
  })
  const pieces: Buffer[] = []
  const table = () => {
    let count = 0
    return {
      rows(piece: Buffer) {
        pieces.push(piece)
        for (const byte of piece) if (byte === 10) count += 1
        return Promise.resolve()
      },
      end: () => Promise.resolve(count),
    }
  }
  await readBackup(file, { password, rootKeys: [] }, { table })
  const logs = await app.db.selectFrom('email_logs').select('id').execute()
  const opened: string[] = []
  for (const { id } of logs) opened.push(JSON.stringify(await app.mailLog.logs.get(id)))
  const everything = { database: await dump(app.db), backup: Buffer.concat(pieces).toString('latin1'), 'opened logs': opened.join('\n') }
  for (const [where, text] of Object.entries(everything)) {
    expect(text.length, where).toBeGreaterThan(10_000)
    for (const [token, name] of tokens) {
      const forms = [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64').slice(0, -4)]
      expect(
        forms.filter((form) => text.includes(form)),
        `the token of ${name} in the ${where}`,
      ).toEqual([])
    }
  }
  expect(opened.join()).toContain('[one-time link removed]')
}, 300_000)
