import { Tile } from '../ui/Face.tsx'
import { useIssuerMark } from './issuer-marks.ts'

/** The mark of the service that a key is for, or initials. Decoration: the name stands beside it. */
export function IssuerTile({ issuer, name }: { issuer: string | null; name: string }) {
  const path = useIssuerMark(issuer ?? name)
  return path === undefined ? <Tile name={name} /> : <Tile name={name} path={path} />
}
