import { fileURLToPath } from 'node:url'
import { fillLink, removeLink } from '@twofold/server/src/mail-design/markup/link-address.ts'
import { type MailToRender, renderMail } from '@twofold/server/src/mail-design/markup/render.ts'
import { systemTemplates } from '@twofold/server/src/mail-design/templates/system-templates.ts'
import { sampleMailData } from '@twofold/server/src/mail-design/templates/template-variables.ts'
import { systemThemes } from '@twofold/server/src/mail-design/themes/system-themes.ts'
import { median } from './median.ts'
import { printTable } from './print.ts'

/*
 * Measures one e-mail before it is sent: the password reset, which has a link, a button, details and a note, with the standard theme.
 */

const mailsPerRound = 50
const rounds = 21

interface RenderBench {
  /** Milliseconds of one core, median over all rounds. */
  milliseconds: { themed: number; bare: number; linked: number }
  /** Bytes of the HTML part, with the theme. */
  bytes: number
}

export async function benchRender(): Promise<void> {
  const template = systemTemplates.find(({ event }) => event === 'user.password.reset_requested')
  const theme = systemThemes.find(({ slug }) => slug === 'standard')
  if (!template || !theme) throw new Error('The system template or theme that is measured does not exist.')
  const link = 'https://vault.example.org/reset-password?token=Zk3v9QmX7uTt2bYw1LrPp0sAfHdGjKlNc8e5iOqRzUx'
  const mail: MailToRender = {
    template,
    data: { ...sampleMailData([template.event], { name: 'Twofold', url: 'https://vault.example.org' }), 'link.url': link },
    appName: 'Twofold',
    appUrl: 'https://vault.example.org',
    language: 'en',
  }
  const themed = { ...mail, design: theme.design }
  const rendered = renderMail(themed)

  const contenders = {
    themed: () => renderMail(themed),
    bare: () => renderMail(mail),
    linked: () => [fillLink(rendered, link), removeLink(rendered)],
  }
  const times: Record<keyof typeof contenders, number[]> = { themed: [], bare: [], linked: [] }
  for (let round = 0; round < rounds; round++) {
    for (const name of ['themed', 'bare', 'linked'] as const) times[name].push(millisecondsOf(contenders[name]))
    await new Promise(setImmediate) // garbage and signals get their turn between rounds
  }
  const milliseconds = { themed: median(times.themed), bare: median(times.bare), linked: median(times.linked) }
  print({ milliseconds, bytes: Buffer.byteLength(rendered.html) })
}

function millisecondsOf(work: () => unknown): number {
  const start = process.hrtime.bigint()
  for (let mails = 0; mails < mailsPerRound; mails++) work()
  return Number(process.hrtime.bigint() - start) / 1e6 / mailsPerRound
}

function print({ milliseconds, bytes }: RenderBench) {
  const row = (what: string, value: number) => [what, value.toFixed(2), Math.round(1000 / value).toLocaleString('en')]
  printTable(
    ['Rendering a mail, one core', 'ms', 'mails/s'],
    [
      row(`with a theme (${(bytes / 1024).toFixed(1)} kB of HTML)`, milliseconds.themed),
      row('without a theme', milliseconds.bare),
      row('one-time link filled in, and removed for the log', milliseconds.linked),
    ],
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchRender()
