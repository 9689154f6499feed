/** The noun that a file of the server belongs to; parts of the back office are nouns of their own. @param {string} path */
export function nounOf(path) {
  const [noun = '', part = ''] = path.replace('server/src/', '').split('/')
  return noun === 'admin' && !part.endsWith('.ts') ? `${noun}/${part}` : noun
}
