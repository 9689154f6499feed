import { Suspense } from 'react'
import { latePart } from '../lib/late-part.ts'
import { Tile } from '../ui/Face.tsx'
import { useIssuerMark } from './use-issuer-mark.ts'

const OwnIcon = latePart(() => import('./OwnIcon.tsx').then((module) => module.OwnIcon))

interface IssuerTileProps {
  item: { id: string; issuer: string | null; name: string; icon?: string | undefined }
  size?: 'sm' | 'md' | 'lg'
}

/** The key's own icon, else the mark of its service, else initials. Decorative: the name is next to it. */
export function IssuerTile({ item: { id, issuer, name, icon }, size = 'md' }: IssuerTileProps) {
  const service = issuer ?? name
  const path = useIssuerMark(service)
  const tile = path === undefined ? <Tile name={name} size={size} hueOf={service} /> : <Tile name={name} size={size} path={path} />
  if (icon === undefined) return tile
  return (
    <Suspense fallback={tile}>
      <OwnIcon id={id} icon={icon} size={size}>
        {tile}
      </OwnIcon>
    </Suspense>
  )
}
