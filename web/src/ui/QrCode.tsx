import './qr-code.css'
import { encode } from 'uqr'

/** Modules of light around the code that readers need, after ISO/IEC 18004. */
const quietZone = 4

/** Draws a text as a QR code, dark on light in either scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="currentColor" d={path} />
    </svg>
  )
}
