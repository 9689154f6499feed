import { encode } from 'uqr'

/** Pixels of one module of a code. */
const module = 4

/** A picture file with a QR code, as a phone's screenshot would show it. */
export async function qrPicture(text: string, name = 'code.png', [dark, light] = ['#141414', '#ebebeb']): Promise<File> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const canvas = new OffscreenCanvas(size * module, size * module)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      context.fillStyle = (isDark ? dark : light) ?? ''
      context.fillRect(x * module, y * module, module, module)
    }),
  )
  return fileOf(canvas, name)
}

/** A picture file with several codes beside each other. */
export async function qrSheet(...texts: string[]): Promise<File> {
  const codes = await Promise.all(texts.map(async (text) => createImageBitmap(await qrPicture(text))))
  const canvas = new OffscreenCanvas(
    codes.reduce((sum, { width }) => sum + width, 0),
    Math.max(...codes.map(({ height }) => height)),
  )
  const context = canvas.getContext('2d')
  let left = 0
  for (const code of codes) {
    context?.drawImage(code, left, 0)
    left += code.width
  }
  return fileOf(canvas, 'sheet.png')
}

/** A picture file in which nothing is to be found. */
export async function blankPicture(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.fillStyle = '#f0f0f0'
  context.fillRect(0, 0, width, height)
  return fileOf(canvas, 'blank.png')
}

const fileOf = async (canvas: OffscreenCanvas, name: string) =>
  new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
