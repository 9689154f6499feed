import { createUser, inviteUser } from '@twofold/contract/admin/users'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { resendMail } from '@twofold/contract/mail-log/logs'
import { putTemplateTranslation, removeTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { getPreferences, putPreferences, updateProfile } from '@twofold/contract/profile'
import { setUp, signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { clientId, clientSecret, startIssuer } from '../../identities/testing/fake-issuer.ts'
import { answerOf, depart } from '../../identities/testing/sign-in-elsewhere.ts'
import { openBrowser } from '../../testing/browser.ts'
import { createPerson, startTestApp, testPassword } from '../../testing/start-test-app.ts'
import { type EmailApp, startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'
import { idOfAccount } from '../../testing/account-row.ts'

const german = { subject: 'Schlüssel {{ key.name }}', html_content: '<p>Hallo {{ user.name }}</p>' }

const translate = (app: EmailApp, language: string, content = german) =>
  app.admin.call(putTemplateTranslation, { params: { id: 'key-shared', language }, body: content })

const share = (app: EmailApp, userId: string) =>
  app.transaction((tx) => tx.emit('key.shared', { to: { user_id: userId }, data: eventCatalogue['key.shared'].variables }))

test('an e-mail is in the language of its recipient, also where only the country differs; for everybody else as it was written', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  expect((await translate(app, 'de')).status).toBe(200)
  const people = { 'swiss@example.org': 'de-CH', 'french@example.org': 'fr', 'plain@example.org': null }
  for (const [email, language] of Object.entries(people)) {
    const person = await app.signUp(email)
    expect((await person.call(putPreferences, { body: { language } })).body.language).toBe(language)
  }
  // With a provider, addresses would have to be proven first.
  await app.admin.call(createProvider, { body: provider })
  for (const email of Object.keys(people)) await share(app, await idOfAccount(app, email))
  await expect
    .poll(async () => (await app.db.selectFrom('email_logs').where('event_name', '=', 'key.shared').select('id').execute()).length)
    .toBe(3)
  const shared = await app.db
    .selectFrom('email_logs')
    .where('event_name', '=', 'key.shared')
    .select(['recipient_email', 'subject'])
    .execute()
  const subjects = new Map(shared.map(({ recipient_email: to, subject }) => [to, subject]))
  expect(subjects.get('swiss@example.org')).toMatch(/^Schlüssel \S/)
  expect(subjects.get('french@example.org')).toBe(subjects.get('plain@example.org'))
  expect(subjects.get('french@example.org')).not.toContain('Schlüssel')
  await expect
    .poll(async () =>
      (await sink.received(1)).find(({ to, parsed }) => to.includes('swiss@example.org') && parsed.subject?.includes('Schlüssel')),
    )
    .toBeTruthy()
  const mail = (await sink.received(1)).find(({ parsed }) => parsed.subject?.includes('Schlüssel'))
  expect(mail?.parsed.html).toContain('lang="de"')
  expect(mail?.parsed.html).toContain('Hallo')
  expect(mail?.parsed.text).toContain('Hallo')
})

test('the explanation shows the e-mail in the language of who it is for', async () => {
  const app = await startEmailApp()
  await translate(app, 'de')
  const bo = await app.signUp('bo@example.org')
  const explain = async () => (await app.admin.call(explainMail, { body: { event_name: 'key.shared', email: 'bo@example.org' } })).body.mail
  expect((await explain())?.language).toBe('en')
  await bo.call(putPreferences, { body: { language: 'de' } })
  expect(await explain()).toMatchObject({ language: 'de', subject: expect.stringMatching(/^Schlüssel/) as string })
  await app.admin.call(removeTemplateTranslation, { params: { id: 'key-shared', language: 'de' } })
  expect((await explain())?.language).toBe('en')
})

test('a new account begins with the language of the browser, if any e-mail is translated into it', async () => {
  const app = await startEmailApp()
  const join = async (email: string, accepted: string) => {
    const body = { name: 'Bo', email, password: 'Violet-Harbour-27', password_confirmation: 'Violet-Harbour-27', pin: '2580' }
    const answer = await app.call(signUp, { body }, { 'accept-language': accepted })
    const { language } = (await createPerson(app.url, email, answer.body.access_token ?? '').call(getPreferences, {})).body
    return language
  }
  expect(await join('first@example.org', 'fr')).toBeNull()
  expect(await join('second@example.org', 'fr-FR, de-AT;q=0.7')).toBe('de')
  await translate(app, 'fr')
  expect(await join('third@example.org', 'fr-FR, de-AT;q=0.7')).toBe('fr')
  // E-mails are written in English, which needs no translation.
  expect(await join('fourth@example.org', 'en-US, de;q=0.7')).toBeNull()
})

test('so does who signs up with an issuer', async () => {
  const issuer = await startIssuer(() => app.clock.now())
  const app = await startEmailApp({ env: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } })
  await translate(app, 'de')
  const browser = await openBrowser(app)
  const back = await issuer.visit(await depart(browser))
  await browser.send('POST', '/api/auth/identities/sign-in/finish', answerOf(back), { 'accept-language': 'de-AT' })
  const account = await app.db.selectFrom('users').where('email', '=', 'ann@example.org').select('language').executeTakeFirst()
  expect(account).toEqual({ language: 'de' })
})

test('so does the first administrator, and users that an administrator adds begin with the language of that one', async () => {
  const app = await startTestApp()
  const token = (await app.setup.makeLink())?.token ?? ''
  const account = { name: 'Ann', password: testPassword, password_confirmation: testPassword }
  const made = await app.call(setUp, { body: { ...account, email: 'ann@example.org', token } }, { 'accept-language': 'de-DE' })
  const ann = createPerson(app.url, 'ann@example.org', made.body.access_token ?? '')
  expect((await ann.call(getPreferences, {})).body.language).toBe('de')
  await ann.call(createUser, { body: { name: 'Bo', email: 'bo@example.org', password: testPassword, role: 'user' } })
  const { language } = await app.db.selectFrom('users').where('email', '=', 'bo@example.org').select('language').executeTakeFirstOrThrow()
  expect(language).toBe('de')
})

test('an e-mail to an address is in the language of the person it is about, or who invites: also when it is sent again', async () => {
  const app = await startEmailApp({ work: true })
  const { provider } = await useSmtpSink()
  const sentTo = (address: string) =>
    app.db.selectFrom('email_logs').where('recipient_email', '=', address).select(['id', 'subject']).orderBy('id').execute()
  const german = (subject: RegExp) => expect.objectContaining({ subject: expect.stringMatching(subject) as string }) as object
  const bo = await app.signUp('bo@example.org')
  for (const person of [bo, app.admin]) await person.call(putPreferences, { body: { language: 'de' } })
  await app.admin.call(createProvider, { body: provider })

  await bo.call(updateProfile, { body: { name: 'Bo', email: 'next@example.org', current_password: testPassword } })
  await expect.poll(() => sentTo('next@example.org')).toEqual([german(/^Bestätigen Sie Ihre E-Mail-Adresse/)])

  await app.admin.call(inviteUser, { body: { email: 'cy@example.org', delivery: 'mail' } })
  await expect.poll(() => sentTo('cy@example.org')).toEqual([german(/lädt Sie zu/)])
  const id = (await sentTo('cy@example.org'))[0]?.id ?? ''
  await app.db.updateTable('email_logs').set({ queue: 'done', failed_at: app.clock.date() }).where('id', '=', id).execute()
  expect((await app.admin.call(resendMail, { params: { id } })).status).toBe(200)
  expect(await sentTo('cy@example.org')).toEqual([german(/lädt Sie zu/), german(/lädt Sie zu/)])
})

test('an unknown language is refused, and choosing one leaves the choice of e-mails as it was', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await bo.call(putPreferences, { body: { preferences: { 'key.shared': false } } })
  expect((await bo.call(putPreferences, { body: { language: 'German' } })).status).toBe(422)
  const { body } = await bo.call(putPreferences, { body: { language: 'de' } })
  expect(body.data.find(({ event }) => event === 'key.shared')?.is_wanted).toBe(false)
  expect((await bo.call(putPreferences, { body: { language: null } })).body.language).toBeNull()
})
