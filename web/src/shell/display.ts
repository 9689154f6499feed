import { createStoredSetting } from '../lib/stored-setting.ts'

/** Light or dark, whatever the system prefers, or as it prefers. */
export const schemeSetting = createStoredSetting('scheme', ['system', 'light', 'dark'], 'system')

/** Whether the page applies the system's contrast and color preferences more strongly than by default. */
export const accessibilitySetting = createStoredSetting('accessibility', ['enabled', 'disabled'], 'disabled')

const moreContrast = '(prefers-contrast: more)'
const dark = '(prefers-color-scheme: dark)'

/** Puts both settings on `<html>`, where the style sheet finds them (ui/tokens.css), and tells the browser for its own parts. */
export function applyDisplay(): void {
  const root = document.documentElement
  const scheme = schemeSetting.get()
  if (scheme === 'system') delete root.dataset.scheme
  else root.dataset.scheme = scheme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=color-scheme]')) {
    meta.content = scheme === 'system' ? 'light dark' : scheme
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.scheme ?? 'light'
    meta.media = scheme === 'system' ? `(prefers-color-scheme: ${own})` : scheme === own ? 'all' : 'not all'
  }

  const isHelping = accessibilitySetting.get() === 'enabled'
  root.classList.toggle('high-contrast', isHelping && matchMedia(moreContrast).matches)
  root.classList.toggle('dark-mode', isHelping && matchMedia(dark).matches)
}

/** Keeps the page as the settings and the system say. Returns the way to stop. */
export function followDisplay(): () => void {
  const queries = [moreContrast, dark].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', applyDisplay)
  const stops = [schemeSetting, accessibilitySetting].map((setting) => setting.subscribe(applyDisplay))
  applyDisplay()
  return () => {
    for (const query of queries) query.removeEventListener('change', applyDisplay)
    for (const stop of stops) stop()
  }
}
