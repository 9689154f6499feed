/** Reasons why a backup could not be made, sent, read back or restored in a drill. */
export const troubleSentences = {
  'trouble.unread': 'The backup {name} could not be read back.',
  'trouble.drill': 'The backup {name} could not be restored for a trial.',
  'trouble.no_room': 'There is no room left on the disk of the data folder. Make room and try again; what is there already is whole.',
  'trouble.not_writable': 'The data folder cannot be written to.',
  'trouble.node_ended': 'The node that was to make it has ended.',
  'trouble.damaged': 'It is damaged. Use another copy.',
  'trouble.cut_off': 'The file is incomplete: it was cut off before its end. Use another copy.',
  'trouble.unreadable': { one: '1 encrypted value cannot be opened.', other: '{count} encrypted values cannot be opened.' },
  'trouble.unreachable': '{where} cannot be reached: {error}',
  'trouble.other': '{error}',
} as const
