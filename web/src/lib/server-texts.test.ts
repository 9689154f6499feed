import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { themeDescriptions } from '@twofold/contract/mail-design/theme-descriptions'
import { say, sayAll, sentence } from '@twofold/contract/sentences/sentences'
import { beforeEach, expect, test } from 'vitest'
import {
  loadServerTexts,
  translateAnswer,
  translateComplaint,
  translateDescription,
  translateTemplateName,
  translateTrouble,
  translateVerdict,
} from './server-texts.ts'

/** As the catalogue has it: by its code, and some by their English. */
const german = (key: string, text: string) => [key, compileMessage(text)] as const

beforeEach(async () => {
  const messages = [
    german('share.given', '{count, plural, one {Schlüssel mit {name} geteilt.} other {# Schlüssel mit {name} geteilt.}}'),
    german('cleanup.keys', '{count, plural, one {# Schlüssel entfernt.} other {# Schlüssel entfernt.}}'),
    german('cleanup.accounts', '{count, plural, one {Daten von # Konto entfernt.} other {Daten von # Konten entfernt.}}'),
    german('bell.many_fail', 'Viele E-Mails schlagen fehl'),
    german('bell.many_fail_text', '{failed} E-Mails sind innerhalb von {minutes} Minuten fehlgeschlagen.'),
  ]
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  await loadServerTexts()
})

test('the purpose of a template or theme is shown in the language of the page as long as nobody changed it', () => {
  const { mail } = eventCatalogue['pin.reset']
  const messages = Object.fromEntries([german(mail, 'Wenn jemand die PIN festlegt'), german(themeDescriptions.minimal, 'Text auf Weiß')])
  i18n.loadAndActivate({ locale: 'de', messages })
  expect(translateDescription(mail)).toBe('Wenn jemand die PIN festlegt')
  expect(translateDescription(themeDescriptions.minimal)).toBe('Text auf Weiß')
  expect(translateDescription('As somebody wrote it')).toBe('As somebody wrote it')
})

test('an answer that comes with a code is worded in the language of the page, with its values and its plural', () => {
  expect(translateAnswer(say('share.given', { name: 'bo@example.org', count: 1 })).message).toBe('Schlüssel mit bo@example.org geteilt.')
  expect(translateAnswer(say('share.given', { name: 'Team', count: 3 })).message).toBe('3 Schlüssel mit Team geteilt.')
})

test('numbers and times that the server wrote into a value are written as in the language of the page, and a version as it is', () => {
  i18n.loadAndActivate({
    locale: 'de',
    messages: Object.fromEntries([
      german('health.disk_free', '{free} GB frei ({percent} %)'),
      german('health.backup_made', 'Das letzte Backup ist vom {time}.'),
      german('bell.update_text', 'Version {version} ist erschienen.'),
    ]),
  })
  const worded = (...said: ReturnType<typeof sentence>[]) => translateAnswer(sayAll(...said)).message
  expect(worded(sentence('health.disk_free', { free: '21.0', percent: 92 }))).toBe('21,0 GB frei (92 %)')
  expect(worded(sentence('health.backup_made', { time: '2026-11-20 22:05 UTC' }))).toBe('Das letzte Backup ist vom 20.11.2026, 22:05 UTC.')
  expect(worded(sentence('bell.update_text', { version: '1.10' }))).toBe('Version 1.10 ist erschienen.')
})

test('several sentences stand one after the other', () => {
  const answer = sayAll(sentence('cleanup.keys', { count: 1 }), sentence('cleanup.accounts', { count: 2 }))
  expect(translateAnswer(answer).message).toBe('1 Schlüssel entfernt. Daten von 2 Konten entfernt.')
})

test('every field that has a code is worded, however deep in the answer, and nothing else is touched', () => {
  const said = {
    title: [{ code: 'bell.many_fail' }],
    message: [{ code: 'bell.many_fail_text', values: { failed: 1200, minutes: 10 } }],
  }
  const answer = { notifications: [{ id: 'x', title: 'Many e-mails fail', message: '1,200 e-mails …', said, read: false }], total: 1 }
  expect(translateAnswer(answer).notifications[0]).toEqual({
    id: 'x',
    title: 'Viele E-Mails schlagen fehl',
    message: '1.200 E-Mails sind innerhalb von 10 Minuten fehlgeschlagen.',
    said,
    read: false,
  })
})

test('a text with a code that this page does not know stays in English, whole', () => {
  const said = { message: [{ code: 'bell.many_fail' }, { code: 'bell.of_a_newer_version' }] }
  expect(translateAnswer({ message: 'Many mails fail. So it is.', said }).message).toBe('Many mails fail. So it is.')
})

test('a finding of a check is worded by its sentence, also if one finding is part of another', () => {
  const messages = [
    german('markup.at', '{problem} (Zeile {line}, Spalte {column})'),
    german('markup.no_variable', 'Die Variable „{name}“ gibt es hier nicht.'),
  ]
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  expect(translateComplaint('There is no variable "user.x" here. (line 3, column 5)')).toBe(
    'Die Variable „user.x“ gibt es hier nicht. (Zeile 3, Spalte 5)',
  )
  expect(translateComplaint('Nobody has written this.')).toBe('Nobody has written this.')
})

test('a template that came with the application is called as its event, and one that was renamed or made by hand as its person calls it', () => {
  i18n.loadAndActivate({
    locale: 'de',
    messages: Object.fromEntries([german('event.user.registered', 'Konto angelegt'), german('Account created', 'Konto angelegt')]),
  })
  expect(translateTemplateName({ slug: 'user-registered', name: 'Account created' })).toBe('Konto angelegt')
  expect(translateTemplateName({ slug: 'user-registered', name: 'Hello' })).toBe('Hello')
  expect(translateTemplateName({ slug: 'mine', name: 'Account created' })).toBe('Account created')
})

test('how much a provider may still send is said in the language of the page, and until when one is skipped in its time', () => {
  const messages = [
    german('verdict.left_hour_and_day', 'Noch {left} von {most} in dieser Stunde, {rest} von {quota} heute'),
    german('verdict.used_day', 'Heute verbraucht: {used} von {most}'),
    german('verdict.rests', 'Zu oft fehlgeschlagen: wird bis {until} übergangen'),
  ]
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  expect(translateVerdict('3 of 10 left this hour, 90 of 100 left today')).toBe('Noch 3 von 10 in dieser Stunde, 90 von 100 heute')
  expect(translateVerdict('Used today: 7 of 7')).toBe('Heute verbraucht: 7 von 7')
  expect(translateVerdict('Failed too often: skipped until 2026-11-20T12:00:00.000Z')).toMatch(/bis 20\.11\.2026, \d\d:00 übergangen/)
})

test('the most particular verdict counts, and one that an earlier version stored is still said', () => {
  const messages = [
    german('verdict.recipient_active', 'Der Empfänger ist aktiv'),
    german('verdict.value_differs', '{field} ist {value}'),
    german('verdict.suppressed_bounce', 'Die Adresse ist gesperrt: unzustellbar'),
  ]
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  expect(translateVerdict('The recipient is active')).toBe('Der Empfänger ist aktiv')
  expect(translateVerdict('share.permission is "view"')).toBe('share.permission ist "view"')
  expect(translateVerdict('The address is suppressed: mail to it came back')).toBe('Die Adresse ist gesperrt: unzustellbar')
})

test('a failure of sending is worded by its sentence, and the words of another machine stay as they are', () => {
  const messages = [
    german('delivery.receiver_answered', 'Der Empfänger hat mit {status} geantwortet.'),
    german('delivery.broke', 'Die Verbindung ist abgebrochen.'),
    german('complaint.host', '{host} ist kein öffentlicher Host. Siehe {variable}.'),
  ]
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(messages) })
  expect(translateTrouble('The receiver answered 503.')).toBe('Der Empfänger hat mit 503 geantwortet.')
  expect(translateTrouble('The connection broke (no code).')).toBe('Die Verbindung ist abgebrochen.')
  expect(translateTrouble('smtp.lan is not a public host. If it is yours, list it in EMAIL_ALLOW_PRIVATE_HOSTS.')).toBe(
    'smtp.lan ist kein öffentlicher Host. Siehe EMAIL_ALLOW_PRIVATE_HOSTS.',
  )
  expect(translateTrouble('550 5.1.1 no such user')).toBe('550 5.1.1 no such user')
})
