import type { Mapping } from '@twofold/contract/mail-rules/mappings'
import { expect, test } from 'vitest'
import { eventTitle } from '../../lib/event-title.ts'
import { matchesFilters, statusOf } from './mapping-status.ts'

const mapping: Mapping = {
  id: 'one',
  event_name: 'key.shared',
  template_slug: 'key-shared',
  template_name: 'Key shared',
  template: { slug: 'key-shared', name: 'Key shared', provider_id: null },
  provider_id: null,
  provider: null,
  is_active: true,
  conditions: {},
  description: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
}

test('a mapping without its template is missing one, whether it is active or not', () => {
  expect(statusOf(mapping)).toBe('active')
  expect(statusOf({ ...mapping, is_active: false })).toBe('inactive')
  expect(statusOf({ ...mapping, template: null })).toBe('missing')
})

test.each([
  [{ search: 'KEY.SH' }, true],
  [{ search: 'key shared' }, true],
  [{ search: 'login' }, false],
  [{ status: 'missing' }, false],
  [{ category: 'security' }, true],
  [{ category: 'user' }, false],
  [{ provider: 'default' }, true],
  [{ provider: 'another' }, false],
] as const)('%o finds it: %s', (filters, isFound) => {
  expect(matchesFilters(mapping, filters)).toBe(isFound)
})

test('a template is found without the accents of its name', () => {
  expect(matchesFilters({ ...mapping, template_name: 'Schlüssel geteilt' }, { search: 'schlussel' })).toBe(true)
})

test('an event is shown with a title', () => {
  expect(eventTitle('user.login.new_device')).toBe('User Login New Device')
  expect(eventTitle('pin.changed')).toBe('PIN Changed')
})
