import { availableParallelism, cpus, loadavg } from 'node:os'
import { benchBackOffice } from './back-office.ts'
import { benchBodies } from './bodies.ts'
import { benchBundle } from './bundle.ts'
import { benchCalls } from './calls.ts'
import { benchCodes } from './codes.ts'
import { benchCodesScale } from './codes-scale.ts'
import { benchHostileRenders } from './hostile-renders.ts'
import { benchInp } from './inp.ts'
import { benchLedger } from './ledger.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLive } from './live.ts'
import { benchLoad } from './load.ts'
import { benchMail } from './mail.ts'
import { benchMailExport } from './mail-export.ts'
import { benchOtp } from './otp.ts'
import { benchPrepared } from './prepared.ts'
import { benchRender } from './render.ts'
import { benchScan } from './scan.ts'
import { benchScriptTime } from './script-time.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { benchTokens } from './tokens.ts'
import { benchTraces } from './traces.ts'
import { benchUniform } from './uniform.ts'
import { benchVault } from './vault.ts'
import { benchWaiters } from './waiters.ts'
import { benchWebhooks } from './webhooks.ts'

/*
 * `npm run bench [name…]`: what the project promises of its speed, measured against something that runs beside it on the same
 * machine. Aims are printed, never asserted.
 */
const benches = new Map([
  ['start', benchStart],
  ['otp', benchOtp],
  ['codes', benchCodes],
  ['calls', benchCalls],
  ['codes-scale', benchCodesScale],
  ['bodies', benchBodies],
  ['sign-in', benchSignIn],
  ['uniform', benchUniform],
  ['prepared', benchPrepared],
  ['render', benchRender],
  ['hostile-renders', benchHostileRenders],
  ['load', benchLoad],
  ['live', benchLive],
  ['tokens', benchTokens],
  ['traces', benchTraces],
  ['waiters', benchWaiters],
  ['webhooks', benchWebhooks],
  ['mail', benchMail],
  ['mail-export', benchMailExport],
  ['back-office', benchBackOffice],
  ['ledger', benchLedger],
  ['bundle', benchBundle],
  ['script-time', benchScriptTime],
  ['lighthouse', benchLighthouse],
  ['inp', benchInp],
  ['vault', benchVault],
  ['scan', benchScan],
])

/** The vault bench prints its keyboard measures together with what is visible. */
const asked = process.argv.slice(2).flatMap((name) => (name === 'vault' ? ['live', 'inp', 'vault'] : [name]))
const unknown = asked.filter((name) => !benches.has(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${[...benches.keys()].join(', ')}.`)
  process.exit(1)
}

const load = loadavg().map((value) => value.toFixed(1))
console.log(
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}, load average before: ${load.join(' ')}`,
)
for (const [name, run] of benches) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name} ${'─'.repeat(80 - name.length)}\n`)
  try {
    await run()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
}
