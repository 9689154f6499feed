import { test } from 'vitest'
import { startStreams } from './testing/start-streams.ts'
import { writeWhileKilled } from './testing/write-while-killed.ts'

test.each(['https', 'syslog', 's3'] as const)(
  '%s: receiver killed 20 times while 8 write 100,000 rows: none is missing, each is a valid event of OCSF, and the chain verifies there',
  async (kind) => {
    await writeWhileKilled(await startStreams(), kind, { kills: 20, writers: 8, rows: 625, total: 100_000 })
  },
)
