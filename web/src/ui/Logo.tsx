import './face.css'

/** The mark: a book that opens on a keyhole. Below 20 px the gap under the keyhole would blur, so it is left out. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span className="ui-logo">
      <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        {size < 20 ? <path d={small} /> : <path d={large} />}
      </svg>
      <span>Twofold</span>
    </span>
  )
}

const large =
  'M3.6 2.7 11.4 5.2v2.05a3.6 3.6 0 0 0-1.35 6.75L9 18.4h2.4v3.7L3 19.4a1.45 1.45 0 0 1-1-1.38V4.05A1.23 1.23 0 0 1 3.6 2.7Z' +
  'M20.4 2.7 12.6 5.2v2.05a3.6 3.6 0 0 1 1.35 6.75L15 18.4h-2.4v3.7l8.4-2.7a1.45 1.45 0 0 0 1-1.38V4.05a1.23 1.23 0 0 0-1.6-1.35Z'
const small =
  'M3.6 2.7 11.4 5.2v2.05a3.6 3.6 0 0 0-1.35 6.75L9 18.4h6l-1.05-4.4a3.6 3.6 0 0 0-1.35-6.75V5.2l7.8-2.5A1.23 1.23 0 0 1 22 4.05v13.97a1.45 1.45 0 0 1-1 1.38l-9 2.9-9-2.9a1.45 1.45 0 0 1-1-1.38V4.05A1.23 1.23 0 0 1 3.6 2.7Z'
