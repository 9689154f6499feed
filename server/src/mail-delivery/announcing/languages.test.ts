import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { putTemplateTranslation, removeTemplateTranslation } from '@twofold/contract/mail-design/template-versions'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { getPreferences, putPreferences } from '@twofold/contract/profile'
import { signUp } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { clientId, clientSecret, startIssuer } from '../../identities/testing/fake-issuer.ts'
import { answerOf, depart } from '../../identities/testing/sign-in-elsewhere.ts'
import { openBrowser } from '../../testing/browser.ts'
import { createPerson } from '../../testing/start-test-app.ts'
import { type EmailApp, startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'

const german = { subject: 'Schlüssel {{ key.name }}', html_content: '<p>Hallo {{ user.name }}</p>' }

const translate = (app: EmailApp, language: string, content = german) =>
  app.admin.call(putTemplateTranslation, { params: { id: 'key-shared', language }, body: content })

const share = (app: EmailApp, userId: string) =>
  app.transaction((tx) => tx.emit('key.shared', { to: { user_id: userId }, data: eventCatalogue['key.shared'].variables }))

const idOf = async (app: EmailApp, email: string) =>
  (await app.db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id

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
  for (const email of Object.keys(people)) await share(app, await idOf(app, email))
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

test('an unknown language is refused, and choosing one leaves the choice of e-mails as it was', async () => {
  const app = await startEmailApp()
  const bo = await app.signUp('bo@example.org')
  await bo.call(putPreferences, { body: { preferences: { 'key.shared': false } } })
  expect((await bo.call(putPreferences, { body: { language: 'German' } })).status).toBe(422)
  const { body } = await bo.call(putPreferences, { body: { language: 'de' } })
  expect(body.data.find(({ event }) => event === 'key.shared')?.is_wanted).toBe(false)
  expect((await bo.call(putPreferences, { body: { language: null } })).body.language).toBeNull()
})
