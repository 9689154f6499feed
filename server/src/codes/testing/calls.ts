import type { TestedCalls } from '../../testing/tested-calls.ts'

export const calls: TestedCalls = {
  'POST /keys/{id}/next-code': { leaves: 'codes' },
  'POST /keys/{id}/take': {
    leaves: 'codes',
    body: {
      wait_seconds: 0,
      hold_seconds: 0,
      min_valid_seconds: 1,
      reason: 'Release',
      run: { url: 'https://ci.example.org/7', id: '7' },
    },
  },
  'DELETE /takes/{id}': { leaves: 'codes' },
  'POST /takes/{id}/approve': { leaves: 'codes', body: { number: 47 } },
  'POST /takes/{id}/deny': { leaves: ['take.over'] },
  'POST /takes/{id}/result': { leaves: 'codes', body: { accepted: true } },
}
