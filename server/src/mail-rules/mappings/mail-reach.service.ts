import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { EventName } from '@twofold/contract/events'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { decide } from './decide.ts'
import type { DecisionsRepository } from './decisions.repository.ts'
import { countObjections } from './mail-reach.repository.ts'
import { readMapping } from './read-mapping.ts'

/** Counts beforehand how many active people an event for everybody would be e-mailed to, with the checks of a real one. */
export const createMailReach =
  (deps: { clock: Clock; decisions: (db: Db) => Pick<DecisionsRepository, 'findMapping'> }) =>
  async (db: Db, event: EventName): Promise<number> => {
    const [row, groups] = await Promise.all([deps.decisions(db).findMapping(event), countObjections(db, event)])
    if (row === undefined) return 0
    const mapping = readMapping(row)
    // Conditions on values of the event are left out: there is none yet. A cooldown counts from the last e-mail of each person.
    const { when: _when, cooldown: _cooldown, ...conditions } = mapping.conditions
    return groups
      .filter(
        ({ suppressed, is_wanted: isWanted }) =>
          decide({
            definition: eventCatalogue[event],
            mapping: { ...mapping, conditions },
            template: mapping.template,
            data: {},
            recipient: { is_active: true, user_id: '' },
            isWanted,
            suppression: suppressed === null ? undefined : { reason: suppressed },
            lastSentAt: undefined,
            now: deps.clock.date(),
          }).isSent,
      )
      .reduce((sum, { count }) => sum + count, 0)
  }
