/** Groups of events in the picker, by words in their names; the first match wins. */
const groups = [
  { id: 'authentication', words: ['login', 'auth'] },
  { id: 'security', words: ['security', 'alert'] },
  { id: 'users', words: ['user', 'profile'] },
  { id: 'system', words: ['system', 'admin'] },
] as const

export type EventGroup = (typeof groups)[number]['id'] | 'other'

export function groupOfEvent(name: string): EventGroup {
  return groups.find(({ words }) => words.some((word) => name.includes(word)))?.id ?? 'other'
}
