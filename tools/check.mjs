import { findNode, step } from './process.mjs'

/** Every check, whether an earlier one failed or not: one run shows all there is to mend. */
export async function check() {
  const node = findNode()
  /** @type {[name: string, program: string, input: string[]][]} */
  const checks = [
    ...[
      'contract',
      'server',
      'web',
      'web/tsconfig.node.json',
      'web/tsconfig.worker.json',
      'e2e',
      'bench',
      'tools',
      'client',
      'cli',
      'mcp',
      'extension',
    ].map((workspace) => /** @type {[string, string, string[]]} */ ([`types of ${workspace}`, 'tsc', ['-p', workspace]])),
    ['lint', 'oxlint', ['--type-aware', '--max-warnings=0']],
    ['import rules', node, ['tools/import-rules.mjs']],
    ['table rules', node, ['tools/table-rules.mjs']],
    ['map', node, ['tools/map.mjs', '--check']],
    ['decisions', node, ['tools/decisions.mjs', '--check']],
    ['documents', 'vitest', ['run', '--project', 'tools', 'documents']],
    ['errors of calls', node, ['tools/call-errors/call-errors.ts']],
    ['size rules', node, ['tools/size-rules.mjs']],
    ['screen rules', node, ['tools/screen-rules.mjs']],
    ['voice', node, ['tools/voice-rules.mjs']],
    ['format', 'oxfmt', ['--check']],
    ['dead code', 'knip', []],
    ['translations', node, ['web/check-translations.ts']],
    ['client', node, ['client/scripts/generate.ts', '--check']],
    ['database types', node, ['server/scripts/generate-database-types.ts', '--check']],
  ]
  const failed = []
  for (const [name, program, input] of checks) {
    if ((await step(program, input)) !== 0) failed.push(name)
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
  else console.log(`\nAll ${checks.length} checks passed.`)
  return failed.length > 0 ? 1 : 0
}
