import './qr-code.css'
import { encode } from 'uqr'

/** Modules of light around the code that readers need, after ISO/IEC 18004. */
const quietZone = 4

/** Draws a text as a QR code, dark on light in either scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.map((row, y) => rowPath(row, y)).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="currentColor" d={path} />
    </svg>
  )
}

/** One rectangle per run of dark modules: a sheet of codes has a million modules. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    const from = x
    while (row[x]) x++
    if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`
  }
  return path
}
