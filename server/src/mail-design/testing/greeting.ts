import { createTemplate } from '@twofold/contract/mail-design/template-changes'
import type { createPerson } from '../../testing/start-test-app.ts'

export const greeting = {
  name: 'Our Greeting',
  category: 'notification' as const,
  subject: 'Hello {{ user.name }}',
  html_content: '<p>Hello {{ user.name }}</p>',
}

export const makeTemplate = async (app: { admin: ReturnType<typeof createPerson> }, fields: object = {}) =>
  (await app.admin.call(createTemplate, { body: { ...greeting, ...fields } })).body.template
