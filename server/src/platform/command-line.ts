/**
 * The shell command to show to people. `bin/twofold` of a release and of the npm package name themselves; in a checkout it is npm.
 */
export function commandLine(command: string, input = ''): string {
  const program = process.env['TWOFOLD_COMMAND']
  if (program !== undefined) return [program, command, input].filter(Boolean).join(' ')
  if (command === 'serve') return 'npm start'
  return input === '' ? `npm run ${command}` : `npm run ${command} -- ${input}`
}
