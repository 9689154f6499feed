import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventDefinition } from '@twofold/contract/event-definition'
import { expect, test } from 'vitest'
import { decide, type DecisionFacts } from './decide.ts'
import { quietFor } from './quiet-hours.ts'

const now = new Date('2026-11-20T22:30:00Z')

function facts(change: Partial<DecisionFacts> = {}): DecisionFacts {
  return {
    definition: { class: 'optional' },
    mapping: { is_active: true, conditions: {} },
    template: { is_active: true, name: 'Key shared' },
    data: { 'share.permission': 'view', 'login.failures': 4 },
    recipient: { is_active: true, user_id: 'ann' },
    isWanted: true,
    suppression: undefined,
    lastSentAt: undefined,
    now,
    ...change,
  }
}

const withConditions = (conditions: NonNullable<DecisionFacts['mapping']>['conditions']) => ({ mapping: { is_active: true, conditions } })

test.each<[string, Partial<DecisionFacts>, string]>([
  ['no mapping', { mapping: undefined }, 'mapping'],
  ['an inactive mapping', { mapping: { is_active: false, conditions: {} } }, 'mapping'],
  ['no template', { template: undefined }, 'template'],
  ['an inactive template', { template: { is_active: false, name: 'x' } }, 'template'],
  ['enabled: false', withConditions({ enabled: false }), 'enabled'],
  ['a value that does not match', withConditions({ when: { 'share.permission': 'admin' } }), 'when'],
  ['a list without the value', withConditions({ when: { 'share.permission': ['admin', 'owner'] } }), 'when'],
  ['a field that the event does not have', withConditions({ when: { 'key.name': 'x' } }), 'when'],
  ['a deactivated recipient', { recipient: { is_active: false, user_id: 'ann' } }, 'recipient'],
  ['an account that is gone', { recipient: undefined }, 'recipient'],
  ['a recipient who does not want it', { isWanted: false }, 'preference'],
  ['a suppressed address', { suppression: { reason: 'bounce' } }, 'suppression'],
  ['a cooldown that is not over', { ...withConditions({ cooldown: 3600 }), lastSentAt: new Date(now.getTime() - 3_599_000) }, 'cooldown'],
])('%s: not sent, and the trace ends with why', (_, change, reason) => {
  const decision = decide(facts(change))
  expect(decision).toMatchObject({ isSent: false, reason })
  expect(decision.trace.at(-1)).toMatchObject({ check: reason, passed: false })
  expect(decision.trace.slice(0, -1).every(({ passed }) => passed)).toBe(true)
})

test('an e-mail with nothing against it is sent, with every verdict', () => {
  const decision = decide(
    facts(withConditions({ enabled: true, when: { 'share.permission': ['view', 'admin'], 'login.failures': 4 }, cooldown: 60 })),
  )
  expect(decision).toMatchObject({ isSent: true, reason: 'sent', delay: 0 })
  expect(decision.trace.map(({ check }) => check)).toEqual([
    'mapping',
    'template',
    'enabled',
    'when',
    'recipient',
    'preference',
    'suppression',
    'cooldown',
  ])
})

test('e-mail that an account depends on passes conditions, complaints and an inactive template, but not a dead address', () => {
  const conditions = {
    enabled: false,
    when: { 'login.ip': '203.0.113.7' },
    cooldown: 3600,
    quiet_hours: { from: '00:00', to: '23:59', time_zone: 'UTC' },
  }
  const essential = {
    definition: { class: 'account' as const },
    ...withConditions(conditions),
    lastSentAt: now,
    template: { is_active: false, name: 'x' },
  }
  expect(decide(facts({ ...essential, suppression: { reason: 'complaint' } }))).toMatchObject({ isSent: true, delay: 0 })
  expect(decide(facts({ ...essential, suppression: { reason: 'bounce' } }))).toMatchObject({ isSent: false, reason: 'suppression' })
  const byHand = { ...essential, suppression: { reason: 'manual' as const } }
  expect(decide(facts(byHand))).toMatchObject({ isSent: true, delay: 0 })
  const stranger = { is_active: true, user_id: null }
  expect(decide(facts({ ...byHand, recipient: stranger }))).toMatchObject({ isSent: false, reason: 'suppression' })
})

test('a trace says which value did not match, but never where a link leads', () => {
  const data = { 'share.permission': 'view', 'link.url': 'https://vault.example.org/reset-password#token=secret' }
  const details = ['share.permission', 'link.url'].map(
    (field) => decide(facts({ ...withConditions({ when: { [field]: 'x' } }), data })).trace.at(-1)?.detail,
  )
  expect(details).toEqual(['share.permission is "view"', 'link.url is something else'])
})

test.each<[string, Partial<DecisionFacts>]>([
  ['No mapping for this event', { mapping: undefined }],
  ['The mapping is inactive', { mapping: { is_active: false, conditions: {} } }],
  ['The mapping is active', { template: undefined }],
  ['The template is missing', { template: undefined }],
  ['“Key shared” is inactive', { template: { is_active: false, name: 'Key shared' } }],
  ['“Key shared” is active', {}],
  ['Disabled by its conditions', withConditions({ enabled: false })],
  ['Enabled by its conditions', withConditions({ enabled: true })],
  ['The value matches', withConditions({ when: { 'share.permission': 'view' } })],
  ['All 2 values match', withConditions({ when: { 'share.permission': 'view', 'login.failures': [4, 5] } })],
  ['key.name is null', withConditions({ when: { 'share.permission': 'view', 'key.name': 'x' } })],
  ['Nobody has this account now', { recipient: undefined }],
  ['The recipient is active', {}],
  ['The recipient is deactivated', { recipient: { is_active: false, user_id: 'ann' } }],
  ['The recipient chose not to get it', { isWanted: false }],
  ['The recipient wants it', {}],
  ['The address is not suppressed', {}],
  ['The address is suppressed: an e-mail to it bounced', { suppression: { reason: 'bounce' } }],
  ['The address is suppressed: the recipient complained', { suppression: { reason: 'complaint' } }],
  [
    'The address is suppressed: the recipient complained, but the account depends on this e-mail',
    { definition: { class: 'account' }, suppression: { reason: 'complaint' } },
  ],
  ['Long enough since the last one', withConditions({ cooldown: 60 })],
  ['Long enough since the last one', { ...withConditions({ cooldown: 60 }), lastSentAt: new Date(now.getTime() - 60_000) }],
  ['Cooldown: 2 min left', { ...withConditions({ cooldown: 3600 }), lastSentAt: new Date(now.getTime() - 3_500_000) }],
  ['Quiet hours: waits 31 min', withConditions({ quiet_hours: { from: '22:00', to: '23:01', time_zone: 'UTC' } })],
])('a trace can say: %s', (detail, change) => {
  expect(decide(facts(change)).trace.map((verdict) => verdict.detail)).toContain(detail)
})

test('checks that have nothing to check leave no trace', () => {
  const conditions = { when: {}, cooldown: 0, quiet_hours: { from: '01:00', to: '02:00', time_zone: 'UTC' } }
  const decision = decide(facts({ ...withConditions(conditions), definition: { class: 'security' } }))
  expect(decision.trace.map(({ check }) => check)).toEqual(['mapping', 'template', 'recipient', 'suppression'])
})

test('system e-mail waits for nobody: neither does it reach somebody who was deactivated, nor pass a suppression', () => {
  const system = { definition: { class: 'system' as const } }
  expect(decide(facts({ ...system, isWanted: false })).isSent).toBe(true)
  expect(decide(facts({ ...system, recipient: { is_active: false, user_id: 'ann' } })).reason).toBe('recipient')
  expect(decide(facts({ ...system, suppression: { reason: 'complaint' } })).reason).toBe('suppression')
  expect(decide(facts({ definition: { class: 'account' }, recipient: { is_active: false, user_id: 'ann' } })).isSent).toBe(true)
})

test('an event with a one-time link is e-mail that an account depends on', () => {
  const withLink = Object.values<EventDefinition>(eventCatalogue).filter(({ variables }) => Object.hasOwn(variables, 'link.url'))
  expect(new Set(withLink.map((definition) => definition.class))).toEqual(new Set(['account']))
})

test('security e-mail is not a matter of preference, and reaches somebody who was just deactivated', () => {
  expect(
    decide(facts({ definition: { class: 'security' }, isWanted: false, recipient: { is_active: false, user_id: 'ann' } })).isSent,
  ).toBe(true)
})

test('quiet hours delay an e-mail until they end, and drop nothing', () => {
  const decision = decide(facts(withConditions({ quiet_hours: { from: '22:00', to: '07:00', time_zone: 'UTC' } })))
  expect(decision).toMatchObject({ isSent: true, delay: 8.5 * 3_600_000 })
  expect(decision.trace.at(-1)?.check).toBe('quiet_hours')
})

test.each([
  ['22:00', '07:00', 'UTC', '2026-11-20T22:00:00Z', 9 * 3_600_000],
  ['22:00', '07:00', 'UTC', '2026-11-21T06:59:59Z', 1000],
  ['22:00', '07:00', 'UTC', '2026-11-21T07:00:00Z', 0],
  ['22:00', '07:00', 'UTC', '2026-11-20T21:59:59Z', 0],
  ['12:00', '13:00', 'Europe/Berlin', '2026-11-20T11:30:00Z', 1_800_000],
  ['12:00', '13:00', 'Europe/Berlin', '2026-07-20T11:30:00Z', 0],
])('quiet from %s to %s in %s: at %s they last %d ms more', (from, to, time_zone, time, milliseconds) => {
  expect(quietFor({ from, to, time_zone }, new Date(time))).toBe(milliseconds)
})
