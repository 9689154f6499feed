import { Tile } from '../ui/Face.tsx'
import { useIssuerMark } from './issuer-marks.ts'

/** The mark of the service that a key is for, or initials. Decoration: the name stands beside it. */
export function IssuerTile({ issuer, name, size = 'md' }: { issuer: string | null; name: string; size?: 'sm' | 'md' | 'lg' }) {
  const service = issuer ?? name
  const path = useIssuerMark(service)
  return path === undefined ? <Tile name={name} size={size} hueOf={service} /> : <Tile name={name} size={size} path={path} />
}
