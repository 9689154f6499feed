/** Messages of npm or the build, and the sentence for each. @type {readonly [pattern: RegExp, sentence: (found: RegExpExecArray) => string][]} */
const known = [
  [/\bENOSPC\b|no space left on device/i, () => 'The disk is full.'],
  [/\b(EDQUOT)\b/, () => 'The quota of the disk is used up.'],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)\b/,
    ([code]) => `The npm registry cannot be reached (${code}). Check the network, and the registry that \`npm config get registry\` names.`,
  ],
  [/\bE(401|403)\b/, ([code]) => `The npm registry refuses to answer (${code.slice(1)}). Check the registry's sign-in in your .npmrc.`],
  [
    /\b(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_[A-Z_]+|CERT_HAS_EXPIRED)\b/,
    ([code]) => `The certificate of the npm registry is not trusted (${code}). Name its authority in NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /\bE404\b[^]*?'([^']+)'/,
    ([, name]) => `The npm registry does not have ${name}. Check the registry that \`npm config get registry\` names.`,
  ],
  [
    /\bEINTEGRITY\b/,
    () =>
      'A package of the npm registry is not the one that the lock file names. Clear the cache with `npm cache clean --force`, or use another registry.',
  ],
  [
    /\b(EACCES|EPERM|EROFS)\b[^\n]*?'([^']+)'/,
    ([, code, path]) => `${path} cannot be written (${code}). Start as the user that owns this folder.`,
  ],
]

const again = 'Start again once this is mended.'
const after = 'What ran before is still there: start it again once this is mended.'

/**
 * One sentence about why installing or building failed, for people who did not write it; undefined where the output says it best.
 * @param {string} output
 * @param {boolean} isFirst nothing ran before
 */
export function explainFailure(output, isFirst = false) {
  for (const [pattern, sentence] of known) {
    const found = pattern.exec(output)
    if (found) return `${sentence(found)} ${isFirst ? again : after}`
  }
  return undefined
}

/**
 * The same for a step that ended, which may have been too sudden to say anything.
 * @param {{ what: string, code: number, output: string, isFirst: boolean }} step
 */
export function explainEnd({ what, code, output, isFirst }) {
  const known = explainFailure(output, isFirst)
  if (known !== undefined) return known
  const rest = isFirst ? again : after
  if (code === 137) return `${what} was killed, as Linux does where memory runs out. Give this machine more of it, or swap. ${rest}`
  return output.trim() || `${what} ended with code ${code} and said nothing. ${rest}`
}
