import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { keptRenderWorkers } from '../mail-design/testing/kept-render-workers.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { start, type Started } from '../start.ts'

type StartDeps = Parameters<typeof start>[0]

/** A node as `npm start` would start it with `env`, but in this process and with passwords that are cheap to check. It ends with the test. */
export async function startNode(
  env: Record<string, string>,
  { log = createLog('silent'), ...tuning }: Pick<Partial<StartDeps>, 'log'> & StartDeps['tuning'] = {},
): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-node-'))
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SHUTDOWN_SECONDS: '1', ...env })
  const cheap = { memoryCost: 1024, timeCost: 1 }
  const cost = { password: cheap, pin: cheap }
  const node = await start({ config, log, tuning: { cost, rateLimitFactor: 1000, renderWorkers: keptRenderWorkers, ...tuning } })
  onTestFinished(async () => {
    await node.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return node
}
