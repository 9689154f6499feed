/** Ids from the database's notifications since the last look. Triggers send them (migrations/0110-live.sql). */
export interface Changes {
  copy: Set<string>
  key: Set<string>
  /** Keys of which a code waits for a person's yes, or waits no longer. */
  approval: Set<string>
  group: Set<string>
  person: Set<string>
  account: Set<string>
  session: Set<string>
  office: Set<string>
}

const noChanges = (): Changes => ({
  copy: new Set(),
  key: new Set(),
  approval: new Set(),
  group: new Set(),
  person: new Set(),
  account: new Set(),
  session: new Set(),
  office: new Set(),
})

/** Collects what comes in quick succession, so that an import of a thousand keys is one look and not a thousand. */
export function createChanges(deps: { every: number; deliver: (changes: Changes) => void }) {
  let changes = noChanges()
  let timer: NodeJS.Timeout | undefined

  function pass() {
    timer = undefined
    const collected = changes
    changes = noChanges()
    deps.deliver(collected)
  }

  return {
    /** `payload`: a word and an id. What an older or newer version says is passed over. */
    note(payload: string): void {
      const [word = '', id] = payload.split(' ')
      if (id === undefined || !Object.hasOwn(changes, word)) return
      changes[word as keyof Changes].add(id)
      timer ??= setTimeout(pass, deps.every)
    },
    close(): void {
      clearTimeout(timer)
    },
  }
}
