/** A picture as a BMP file, with a quiet zone around it, which some writers leave to the page. `grey` answers 0 for black up to 255. */
export function toBmp(width: number, height: number, grey: (x: number, y: number) => number): Uint8Array<ArrayBuffer> {
  const margin = Math.ceil(Math.max(width, height) / 10)
  const [wide, high] = [width + 2 * margin, height + 2 * margin]
  const rowBytes = Math.ceil((wide * 3) / 4) * 4
  const headLength = 54
  const bmp = new Uint8Array(headLength + rowBytes * high).fill(255, headLength)
  const view = new DataView(bmp.buffer)
  bmp.set([0x42, 0x4d])
  view.setUint32(2, bmp.length, true)
  view.setUint32(10, headLength, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, wide, true)
  view.setInt32(22, high, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  for (let y = 0; y < height; y++) {
    const at = headLength + (high - 1 - y - margin) * rowBytes + margin * 3
    for (let x = 0; x < width; x++) bmp.fill(grey(x, y), at + 3 * x, at + 3 * x + 3)
  }
  return bmp
}
