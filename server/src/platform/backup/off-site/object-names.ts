export interface OffSiteName {
  key: string
  /** Last part of the key. */
  fileName: string
  installation: string
  node: string
  at: Date
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const form = new RegExp(`/(${uuid})/(${uuid})/((\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-${uuid}\\.tfb)$`)

/** `twofold/<installation>/<node>/<time>-<id>.tfb` */
export function nameObject(parts: { prefix: string; installation: string; node: string; at: Date; id: string }): string {
  const time = parts.at.toISOString().replace(/[:-]|\.\d{3}/g, '')
  return `${parts.prefix}/${parts.installation}/${parts.node}/${time}-${parts.id}.tfb`
}

/** Undefined: something else lies there. */
export function readObjectName(key: string): OffSiteName | undefined {
  const match = form.exec(key)
  if (match === null) return undefined
  const [, installation = '', node = '', fileName = '', year, month, day, hour, minute, second] = match
  return { key, fileName, installation, node, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }
}

/** `twofold/<installation>/parts/<name>`, beside a backup of that installation. */
export const namePartObject = (key: string, part: string): string => `${key.split('/').slice(0, -2).join('/')}/parts/${part}`

/** Undefined: something else lies there. */
export const readPartObjectName = (key: string): string | undefined => /\/parts\/([0-9a-f]{40})$/.exec(key)?.[1]
