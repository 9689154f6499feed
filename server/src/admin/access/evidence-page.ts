import { evidenceCheck } from './evidence-check.ts'

export interface EvidenceFile {
  name: string
  /** Records without the head; null: not a table. */
  rows: number | null
  sha256: string
}

export interface Evidence {
  appName: string
  by: string
  begunAt: Date
  readUntil: Date
  range: { from: string | undefined; to: string | undefined }
  knownSince: Date
  files: readonly EvidenceFile[]
  fingerprint: string
  checkpoint: { sequence: number; hash: string; signed_at: string } | undefined
}

const about: Record<string, string> = {
  'access-now.csv': 'Who can use which keys, and by which way',
  'access-history.csv': 'Who could use which keys, with beginning and end',
  'showings.csv': 'Who was shown or copied codes',
  'secrets.csv': 'Who has had the secret itself: brought it in, was shown it, or exported it',
  'reviews.csv': 'Reviews of access, with each answer and outcome',
  'checkpoint.json': 'The signed state of the audit log',
}

const escape = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '')
const time = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** The cover sheet: a page to print, which needs nothing but itself. */
export function evidencePage({ appName, by, begunAt, readUntil, range, knownSince, files, fingerprint, checkpoint }: Evidence): string {
  const facts = [
    ['Installation', appName],
    ['Made by', by],
    ['Read', `${time(begunAt)} to ${time(readUntil)}`],
    ['Days', `${range.from ?? 'from the beginning'} to ${range.to ?? 'now'} (history and shown codes)`],
    ['Every change of access is recorded since', time(knownSince)],
    ['Key of the audit log', fingerprint],
    [
      'Checkpoint',
      checkpoint === undefined ? 'none yet' : `row ${checkpoint.sequence}, ${checkpoint.hash}, signed ${checkpoint.signed_at}`,
    ],
  ]
  const rows = files.map(
    (file) =>
      `<tr><th scope="row">${file.name}</th><td>${about[file.name] ?? ''}</td><td>${file.rows ?? ''}</td><td class="hash">${file.sha256}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Access evidence of ${escape(appName)}</title>
<style>
body { font: 11pt/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border: 1px solid #888; padding: .3rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
pre { font-size: 8pt; white-space: pre-wrap; overflow-wrap: anywhere; }
.hash { font-family: ui-monospace, monospace; font-size: 8.5pt; }
@page { margin: 18mm; }
</style>
</head>
<body>
<h1>Access evidence</h1>
<p>Names, e-mail addresses and times only. No code and no secret of a key is in this file.</p>
<table>${facts.map(([name = '', value = '']) => `<tr><th scope="row">${name}</th><td>${escape(value)}</td></tr>`).join('\n')}</table>
<h2>Files</h2>
<table><tr><th scope="col">File</th><th scope="col">What it says</th><th scope="col">Rows</th><th scope="col">SHA-256</th></tr>
${rows.join('\n')}</table>
<h2>To check it</h2>
<p>manifest.json has the same hashes and the one of this page, signed with the key of the audit log. Its signature is Ed25519 over the JSON of
<code>statement</code>, with sorted names and without spaces (RFC 8785); that of checkpoint.json likewise. That the pack was made stands in the audit log itself, before the
checkpoint.</p>
<p>This program checks all of it with nothing but Node.js. Read it, save it as check.mjs beside the unpacked files, and run <code>node check.mjs</code> there. It says
<code>good</code> for each file, and by whose key they are signed.</p>
<p>Compare that fingerprint with the one on the audit screen of the installation or with the one that you noted earlier, not with this page alone: somebody else
could sign a pack of their own.</p>
<pre>${escape(evidenceCheck)}</pre>
</body>
</html>
`
}
