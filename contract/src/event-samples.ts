/* Variables that several events carry, each with a sample for previews and tests. */

export const signIn = {
  'login.time': '2026-11-20T09:12:00Z',
  'login.ip': '203.0.113.7',
  'login.device': [{ code: 'device.browser', values: { browser: 'Firefox', system: 'Linux' } }],
  'login.location': [{ code: 'location.unknown' }],
}
export const link = { 'link.url': 'https://vault.example.org/…', 'link.expires_at': '2026-11-21T09:12:00Z' }
export const actor = { 'actor.name': 'Ann Example' }
export const lock = { 'lock.until': '2026-11-20T09:27:00Z', 'login.ip': '203.0.113.7' }
export const maintenance = {
  'maintenance.start': '2026-11-20T22:00:00Z',
  'maintenance.end': '2026-11-20T22:10:00Z',
  'maintenance.message': 'A short upgrade.',
}
export const digest = {
  'digest.period': [{ code: 'digest.period', values: { from: '2026-11-16', to: '2026-11-22' } }],
  'digest.codes': 112,
  'digest.keys': 14,
  'digest.shares': 3,
  'digest.logins': 9,
}
export const review = {
  'review.id': '0198f000-0000-7000-8000-000000000001',
  'review.scope': 'tag',
  'review.of': 'Finance',
  'review.by': 'Ann Example',
}
export const reviewDue = { ...review, 'review.due': '2026-12-12T00:00:00Z', 'review.left': 12 }
export const adminRequest = {
  'request.what': [{ code: 'request.what.set_password', values: { name: 'Bo Sample' } }],
  'request.state': [{ code: 'request.state.waiting' }],
  'request.reason': 'Bo forgot it.',
  ...actor,
}
