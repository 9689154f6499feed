import { Trans, useLingui } from '@lingui/react/macro'
import { previewIn } from '@twofold/contract/mail-design/previews'
import { ExternalLink } from './icons/ExternalLink.ts'
import { Moon } from './icons/Moon.ts'
import { RotateCcw } from './icons/RotateCcw.ts'
import { Sun } from './icons/Sun.ts'
import { ZoomIn } from './icons/ZoomIn.ts'
import { ZoomOut } from './icons/ZoomOut.ts'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Loading } from './Loading.tsx'
import { PreviewTab } from './PreviewTab.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { defaultZoom, zoomIn, zoomLimits, zoomOut } from './preview-zoom.ts'

/** CSS pixels of the e-mail; 'full': all available width. */
export type PreviewWidth = 320 | 600 | 'full'
export type PreviewView = { width: PreviewWidth; zoom: number; isDark: boolean }

type PreviewFrameProps = {
  /** Names the frame, such as 'Preview of Welcome'. */
  title: string
  /** `preview_url` of an answer. Undefined while the first one is on its way. */
  url: string | undefined
  /** A newer one is on its way. */
  isPending?: boolean
  /** Asks for a new address, for a tab: one is good for five minutes only. */
  renew: () => Promise<string>
  /** CSS pixels. */
  height?: number
  /** Above the frame, before the controls. */
  children?: ReactNode
}

/** An e-mail as its reader sees it: on a phone, in a narrow pane or a wide one, in light or dark, at any zoom. */
export function PreviewFrame({ title, url, isPending = false, renew, height = 600, children }: PreviewFrameProps) {
  const { t } = useLingui()
  const [{ width, zoom, isDark }, setView] = useState<PreviewView>({ width: 'full', zoom: defaultZoom, isDark: false })
  const change = (next: Partial<PreviewView>) => setView((view) => ({ ...view, ...next }))
  const percent = Math.round(zoom * 100)
  return (
    <div className="min-w-0 border border-border rounded-md overflow-clip" role="group" aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 px-3 border-b border-border bg-sunken">
        {children}
        <div className="flex flex-wrap items-center gap-1 last-of-type:ms-auto" role="group" aria-label={t`Width`}>
          <Chip isSelected={width === 320} onChange={() => change({ width: 320 })}>{t`Phone`}</Chip>
          <Chip isSelected={width === 600} onChange={() => change({ width: 600 })}>{t`600 px`}</Chip>
          <Chip isSelected={width === 'full'} onChange={() => change({ width: 'full' })}>{t`Full`}</Chip>
        </div>
        <div className="flex flex-wrap items-center gap-1 last-of-type:ms-auto" role="group" aria-label={t`Zoom`}>
          <IconButton
            size="sm"
            icon={ZoomOut}
            label={t`Zoom out`}
            onPress={() => change({ zoom: zoomOut(zoom) })}
            disabledReason={zoom <= zoomLimits.least ? t`This is the smallest size.` : undefined}
          />
          <output className="min-w-[3rem] text-center text-sm tabular-nums text-text-2">{t`${percent}%`}</output>
          <IconButton
            size="sm"
            icon={ZoomIn}
            label={t`Zoom in`}
            onPress={() => change({ zoom: zoomIn(zoom) })}
            disabledReason={zoom >= zoomLimits.most ? t`This is the largest size.` : undefined}
          />
          <IconButton size="sm" icon={RotateCcw} label={t`Reset zoom`} onPress={() => change({ zoom: defaultZoom })} />
        </div>
        <div className="flex flex-wrap items-center gap-1 last-of-type:ms-auto">
          <IconButton
            size="sm"
            icon={isDark ? Sun : Moon}
            label={isDark ? t`Show in light mode` : t`Show in dark mode`}
            onPress={() => change({ isDark: !isDark })}
          />
          <PreviewTab url={url} renew={renew}>
            {({ open, disabledReason }) => (
              <IconButton size="sm" icon={ExternalLink} label={t`Open in New Tab`} onPress={open} disabledReason={disabledReason} />
            )}
          </PreviewTab>
        </div>
        <span className="sr-only" role="status">
          {isPending && <Trans>Updating the preview...</Trans>}
        </span>
      </div>
      {/* E-mails are made for a light page; in dark mode theirs is that of mail programs. */}
      <div className={`overflow-auto ${url === undefined ? '' : isDark ? 'bg-[#121212]' : 'bg-[#fff]'}`} style={{ height }}>
        {url === undefined ? (
          <div className="p-4">
            <Loading label={t`Loading the preview...`} />
          </div>
        ) : (
          <Frames title={title} url={previewIn(url, isDark ? 'dark' : 'light')} width={width} zoom={zoom} isDark={isDark} height={height} />
        )}
      </div>
    </div>
  )
}

/**
 * The frame of the newest address, and while that is still empty the one before it on top: so nothing flickers. They carry `sandbox` without
 * any permission, in addition to the policy that the server gives the document.
 */
function Frames({ title, url, width, zoom, isDark, height }: PreviewView & { title: string; url: string; height: number }) {
  const [shown, setShown] = useState(url)
  const stage = useRef<HTMLDivElement>(null)
  const size = {
    width: width === 'full' ? `${100 / zoom}%` : `${width}px`,
    height: `${height / zoom}px`,
    transform: `scale(${zoom})`,
    colorScheme: isDark ? 'dark' : 'light',
  }
  const place = { width: width === 'full' ? '100%' : `${width * zoom}px`, height: `${height}px` }
  const addresses = shown === url ? [url] : [shown, url]

  /** Focus in the outgoing frame moves next to it first: removing a focused frame may lose the focus for good. */
  function show(coming: HTMLIFrameElement, address: string) {
    const { activeElement } = document
    if (activeElement !== coming && activeElement?.parentElement === stage.current) stage.current?.focus({ preventScroll: true })
    setShown(address)
  }
  useFocusBack(stage)
  useLayoutEffect(() => {
    if (document.activeElement === stage.current) stage.current?.querySelector('iframe')?.focus({ preventScroll: true })
  }, [shown])
  return (
    // Has the focus while one frame takes the place of another, and after a click into one.
    <div ref={stage} className="relative mx-auto overflow-hidden focus:outline-none" style={place} tabIndex={-1}>
      {addresses.map((address) => (
        <iframe
          key={address}
          className={`absolute top-0 left-0 origin-top-left border-0 ${address === shown ? '' : 'pointer-events-none opacity-0'}`}
          title={title}
          src={address}
          sandbox=""
          referrerPolicy="no-referrer"
          style={size}
          {...(address !== shown && { 'aria-hidden': true, tabIndex: -1 })}
          onLoad={({ currentTarget }) => show(currentTarget, address)}
        />
      ))}
    </div>
  )
}
