/** The picture that an address of a page's own holds; none for other texts. */
export function pictureAt(text: string): File[] {
  const [, type = '', letters = ''] = /^data:(image\/[a-z]+);base64,([\w+/=]+)$/i.exec(text) ?? []
  if (letters === '') return []
  try {
    return [new File([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], 'picture', { type })]
  } catch {
    return []
  }
}
