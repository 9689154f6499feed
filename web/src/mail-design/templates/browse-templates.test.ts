import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { loadServerTexts } from '../../lib/server-texts.ts'
import { filterTemplates, type ListedTemplate, sortTemplates } from './browse-templates.ts'

const template = (name: string, change: Partial<ListedTemplate> = {}): ListedTemplate => ({
  slug: 'own',
  name,
  subject: 'Hello',
  description: null,
  category: 'security',
  category_label: 'Security',
  is_active: true,
  is_system: false,
  stats: { total_sent: 0, success_rate: 100 },
  variables: {},
  updated_at: '2026-11-20T10:00:00.000Z',
  ...change,
})
const names = (templates: readonly ListedTemplate[]) => templates.map(({ name }) => name)

test('the search looks at name, subject and description, whatever the case and accents', () => {
  const all = [
    template('Welcome'),
    template('Other', { subject: 'WELCOME back' }),
    template('Third', { description: 'a welcome' }),
    template('No'),
  ]
  expect(names(filterTemplates(all, { search: ' welcome ' }))).toEqual(['Welcome', 'Other', 'Third'])
  expect(names(filterTemplates([template('Begrüßung'), ...all], { search: 'begrussung' }))).toEqual(['Begrüßung'])
})

test('filters narrow down together', () => {
  const all = [template('A', { is_system: true }), template('B', { is_active: false }), template('C', { category: 'admin' }), template('D')]
  expect(names(filterTemplates(all, { type: 'custom', status: 'active', category: 'security' }))).toEqual(['D'])
  expect(names(filterTemplates(all, { type: 'system' }))).toEqual(['A'])
  expect(names(filterTemplates(all, { status: 'inactive' }))).toEqual(['B'])
})

test('equal rows stay in the order of names, whichever way the rest is sorted', () => {
  const all = [template('B'), template('A'), template('C', { stats: { total_sent: 5, success_rate: 100 } })]
  expect(names(sortTemplates(all, 'sent', 'desc'))).toEqual(['C', 'A', 'B'])
  expect(names(sortTemplates(all, 'sent', 'asc'))).toEqual(['A', 'B', 'C'])
})

test('templates of the system are searched and put in order by the names that the page shows', async () => {
  const [shared, signIn] = [compileMessage('Schlüssel geteilt'), compileMessage('Anmeldung')]
  const messages = { 'event.key.shared': shared, 'Key shared': shared, 'event.user.login': signIn, 'Sign-in': signIn }
  i18n.loadAndActivate({ locale: 'de', messages })
  await loadServerTexts()
  const all = [template('Key shared', { slug: 'key-shared' }), template('Sign-in', { slug: 'user-login' })]
  expect(names(filterTemplates(all, { search: 'schlussel' }))).toEqual(['Key shared'])
  expect(names(sortTemplates(all, 'name', 'asc'))).toEqual(['Sign-in', 'Key shared'])
})
