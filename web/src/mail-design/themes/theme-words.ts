import { useLingui } from '@lingui/react/macro'
import type { LayoutType } from '@twofold/contract/mail-design/themes'

export function useLayoutLabels(): Record<LayoutType, string> {
  const { t } = useLingui()
  return {
    standard: t`Standard`,
    newsletter: t`Newsletter`,
    card: t`Card`,
    minimal: t`Minimal`,
    magazine: t`Magazine`,
  }
}

/** A theme's name: of a built-in one, which has the slug of its layout and cannot be renamed, in the page's language. */
export function useThemeName() {
  const labels: Record<string, string> = useLayoutLabels()
  return ({ slug, name }: { slug: string; name: string }) => labels[slug] ?? name
}

/** The first family of a font stack, without quotes. */
export function firstFont(stack: string): string {
  const [first = stack] = stack.split(',')
  return first.trim().replaceAll(/^['"]|['"]$/g, '')
}
