import { Trans, useLingui } from '@lingui/react/macro'
import { removeKeyIcon, setKeyIcon } from '@twofold/contract/key-icons'
import type { KeyDetail } from '@twofold/contract/keys'
import { useRef, useState } from 'react'
import { useAct } from '../kits/use-act.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { drawIcon } from './draw-icon.ts'
import { IssuerTile } from './IssuerTile.tsx'
import { keysQuery } from './keys.ts'

/** The picture of a key, and the ways to another one. It changes at once, for everybody who has the key. */
export function IconRow({ item }: { item: KeyDetail }) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const [icon, setIcon] = useState(item.icon)
  const [isDrawing, setIsDrawing] = useState(false)
  const params = { id: item.id }
  const renews = [keysQuery.queryKey]
  const set = useAct({
    send: (png: string) => call(setKeyIcon, { params, body: { png } }),
    failed: t`Failed to set the picture. Please try again.`,
    renews,
    onDone: (answer) => setIcon(answer.icon),
  })
  const remove = useAct({
    send: () => call(removeKeyIcon, { params }),
    failed: t`Failed to remove the picture. Please try again.`,
    renews,
    onDone: () => setIcon(undefined),
  })
  const busy = isDrawing || set.isPending

  async function choose(file: File) {
    setIsDrawing(true)
    const png = await drawIcon(file)
    setIsDrawing(false)
    if (png === undefined) toast.error(t`This file cannot be used as a picture. Choose a PNG, JPEG, WebP, GIF or SVG file.`)
    else set.mutate(png)
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <IssuerTile item={{ ...item, icon }} size="lg" />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        aria-label={t`Picture file`}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (file) void choose(file)
        }}
      />
      <Button size="sm" pending={busy} pendingLabel={t`Saving...`} onPress={() => chooser.current?.click()}>
        {icon === undefined ? <Trans>Choose a picture</Trans> : <Trans>Change the picture</Trans>}
      </Button>
      {icon !== undefined && (
        <Button size="sm" variant="quiet" pending={remove.isPending} pendingLabel={t`Removing...`} onPress={() => remove.mutate()}>
          <Trans>Remove the picture</Trans>
        </Button>
      )}
    </div>
  )
}
