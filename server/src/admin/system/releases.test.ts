import { checkReleases, getReleases } from '@twofold/contract/admin/releases'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { askFor, eventsOf } from '../../testing/queued-events.ts'
import { isNewer } from './release-feed.ts'
import { startFeed } from './testing/start-feed.ts'

const started = async () => {
  const feed = await startFeed()
  const app = await startEmailApp({ env: { UPDATE_FEED_URL: feed.url } })
  return { feed, app, check: async () => (await app.admin.call(checkReleases, {})).body }
}

test('without a feed nobody is asked, and that is said', async () => {
  const app = await startEmailApp()
  expect((await app.admin.call(getReleases, {})).body).toMatchObject({ is_on: false, latest: null, is_newer: false, checked_at: null })
  expect((await app.admin.call(checkReleases, {})).body.code).toBe('releases.off')
})

test('the newest release of a feed counts, drafts and pre-releases do not, and administrators are notified once', async () => {
  const { feed, app, check } = await started()
  await askFor(app, 'system.update.available')
  feed.body = JSON.stringify([
    { tag_name: 'v1.9.0', html_url: 'https://example.org/1.9.0', name: 'Nine' },
    { tag_name: 'v1.10.0', html_url: 'https://example.org/1.10.0', name: 'Ten', published_at: '2026-11-01T09:00:00Z' },
    { tag_name: 'v2.0.0', prerelease: true },
    { tag_name: 'v3.0.0', draft: true },
    { tag_name: 'v4.0.0-rc.1' },
  ])
  expect(await check()).toMatchObject({
    is_on: true,
    is_newer: true,
    error: null,
    latest: { version: '1.10.0', title: 'Ten', url: 'https://example.org/1.10.0', published_at: '2026-11-01T09:00:00.000Z' },
  })
  app.clock.advance(60_000)
  await check()
  expect((await eventsOf(app, 'system.update.available')).map(({ data }) => data['update.version'])).toEqual(['1.10.0'])
  feed.body = JSON.stringify({ version: '1.11.0' })
  app.clock.advance(60_000)
  await check()
  expect((await eventsOf(app, 'system.update.available')).map(({ data }) => data['update.version'])).toEqual(['1.10.0', '1.11.0'])
})

test('within a minute the feed is asked once, however often somebody wants it', async () => {
  const { feed, app, check } = await started()
  feed.body = JSON.stringify({ version: '0.0.1' })
  for (let count = 0; count < 3; count += 1) expect((await check()).is_newer).toBe(false)
  expect(feed.asked).toBe(1)
  app.clock.advance(60_000)
  await check()
  expect(feed.asked).toBe(2)
})

test('a feed that fails is reported, and its last answer stays', async () => {
  const { feed, app, check } = await started()
  feed.body = JSON.stringify({ version: '1.0.0' })
  await check()
  for (const [status, body, error] of [
    [500, '', 'The feed answered 500.'],
    [200, '<html>', 'The feed is not JSON.'],
    [200, '[]', 'The feed names no release.'],
    [200, '{"version":"latest"}', 'The feed names no release.'],
    [200, 'x'.repeat(1024 * 1024 + 1), 'The feed is too long.'],
  ] as const) {
    Object.assign(feed, { status, body })
    app.clock.advance(60_000)
    expect(await check()).toMatchObject({ error, latest: { version: '1.0.0' }, is_newer: true })
  }
  expect(app.logged()).toBe('')
})

test('an address that is none to open is left out', async () => {
  const { feed, check } = await started()
  feed.body = JSON.stringify({ version: '1.0.0', html_url: 'javascript:alert(1)' })
  expect((await check()).latest).toMatchObject({ version: '1.0.0', url: null })
})

test('a title that the database cannot store is left out', async () => {
  const { feed, check } = await started()
  feed.body = JSON.stringify({ version: '1.0.0', title: 'One\u0000', name: '\ud800' })
  expect((await check()).latest).toMatchObject({ version: '1.0.0', title: '1.0.0' })
})

test('versions are compared by their numbers', () => {
  expect([isNewer('1.10.0', '1.9.9'), isNewer('v2.0.0', '2.0.0'), isNewer('0.9.0', '1.0.0'), isNewer('2.0.0-rc.1', '1.0.0')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
